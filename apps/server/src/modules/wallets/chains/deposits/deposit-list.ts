/** Chain deposits as their owners list them: rows of the database, and their form on the wire. */
import { formatUnits } from '@tukar/money'
import type {
  ChainDepositFigures,
  ChainDepositNext,
  List,
  NextFigures,
  StepFigures,
} from '@tukar/wire'
import { toChecksum } from '../../../../adapters/evm/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { selectPage } from '../../../../platform/lists/store.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import { inSuspenseCause } from '../../machine/deposit-booking.ts'
import { chainTable } from '../chains.ts'
import { type ChainDeposit, confirmationsOf } from './deposit-row.ts'
import { chainDepositColumns, chainDepositOf } from './deposit-store.ts'
import type { ChainRegister } from '../register.ts'
import { chainAmountText, explorerUrl } from '../amount-text.ts'

type Connection = Pick<Database, 'query'>

export type ListedDeposit = ChainDeposit & {
  readonly createdMs: number
  readonly tipHeight: number | null
  readonly senderName: string | null
  readonly senderAddress: string | null
  readonly senderIdNumber: string | null
}

const listedColumns = `${chainDepositColumns}, ${timeMsOf('d.created_at')} as "createdMs",
  c.tip_height as "tipHeight", d.sender_name as "senderName",
  d.sender_address as "senderAddress", d.sender_id_number as "senderIdNumber"`
const listedTable = 'wallets.chain_deposit d join wallets.chain_cursor c on c.chain = d.chain'
const statusColumn = `case when d.state = 'credited' then 'COMPLETED'
  when d.state in ('undone', 'reversing', 'claimed_back') then 'FAILED' else 'PENDING' end`

type Found = Parameters<typeof chainDepositOf>[0] &
  Omit<ListedDeposit, keyof ChainDeposit | 'block'>

function listedOf(found: Found): ListedDeposit {
  const { createdMs, tipHeight, senderName, senderAddress, senderIdNumber } = found
  const more = { createdMs, tipHeight, senderName, senderAddress, senderIdNumber }
  return { ...chainDepositOf(found), ...more }
}

/** One page of a user's deposits over bitcoin, or over all EVM chains. */
export async function listChainDeposits(
  database: Database,
  register: ChainRegister,
  { userId, family, list }: { userId: number; family: 'bitcoin' | 'evm'; list: List },
): Promise<{ readonly rows: readonly ListedDeposit[]; readonly total: number }> {
  const { assets } = register
  const source = {
    table: listedTable,
    select: listedColumns,
    where: `d.user_id = $1 and d.chain ${family === 'bitcoin' ? '=' : '<>'} 'bitcoin'`,
    values: [userId],
    columns: {
      depositId: 'd.id',
      createdMs: timeMsOf('d.created_at'),
      symbol: caseOf(
        'd.currency_id',
        'text',
        new Map(assets.map((one) => [one.currencyId, one.symbol])),
      ),
      evmChainId: caseOf(
        'd.chain',
        'bigint',
        new Map(assets.map((one) => [one.chain, one.chainId])),
      ),
      txid: 'd.txid',
      status: statusColumn,
    },
    tie: 'd.id',
    casts: { depositId: 'bigint', evmChainId: 'bigint' } as const,
  }
  const page = await selectPage<Found>(database, source, list)
  return { rows: page.rows.map(listedOf), total: page.total }
}

/**
 * SQL that maps a column to other values. The values are symbols and numbers of our own settings, never input
 * of users.
 */
function caseOf(
  column: string,
  type: 'text' | 'bigint',
  words: ReadonlyMap<string | number, string | number | null>,
): string {
  const cases = [...words].flatMap(([is, then]) =>
    then === null ? [] : [`when ${literal(is)} then ${literal(then)}`],
  )
  // An untyped null could neither be sorted nor compared.
  return cases.length === 0 ? `null::${type}` : `(case ${column} ${cases.join(' ')} end)`
}

function literal(value: string | number): string {
  if (typeof value === 'number') return String(value)
  if (!/^[A-Za-z0-9]+$/.test(value)) throw new Error(`${value} is not an allowed value`)
  return `'${value}'`
}

/** A user's deposits of one transaction. */
export async function depositsOfTransaction(
  connection: Connection,
  {
    userId,
    chain,
    txid,
  }: { readonly userId: number; readonly chain: string; readonly txid: string },
): Promise<readonly ListedDeposit[]> {
  const found = await connection.query<Found>(
    `select ${listedColumns} from ${listedTable}
     where d.user_id = $1 and d.chain = $2 and d.txid = $3 order by d.id`,
    [userId, chain, txid],
  )
  return found.rows.map(listedOf)
}

/** The wire form of a deposit. */
export function chainDepositFigures(
  register: ChainRegister,
  place: Parameters<typeof explorerUrl>[0],
  row: ListedDeposit,
  steps: readonly StepFigures[],
): ChainDepositFigures {
  const { chain, contract, units, state } = row
  const profile = register.chain(chain)
  const asset = register.assets.find((one) => one.chain === chain && one.contract === contract)
  const isEvm = chainTable[chain].family === 'evm'
  const shownAddress = (address: string) => (isEvm ? toChecksum(address) : address)
  const exact = chainAmountText(row.amount, asset?.chainDecimals ?? 0)
  return {
    depositId: row.rowId,
    createdMs: row.createdMs,
    chain,
    evmChainId: asset?.chainId ?? null,
    symbol: asset?.symbol ?? '',
    txid: row.txid,
    toAddress: shownAddress(row.toAddress),
    contract: contract === null ? null : shownAddress(contract),
    amount: units === null || asset === undefined ? exact : formatUnits(units, asset.unitDecimals),
    state,
    cause: row.cause,
    confirmations: confirmationsOf(row, row.tipHeight ?? -1, profile?.usualDepth ?? 1),
    sender:
      row.senderName === null || row.senderAddress === null
        ? null
        : { name: row.senderName, address: row.senderAddress, idNumber: row.senderIdNumber },
    isSenderDue: isSenderDue(row, asset?.travelLimit ?? null),
    explorerUrl: explorerUrl(place, chain, row.txid),
    steps,
    next: nextOf(row),
  }
}

/** Whether the deposit waits, or will wait, for the sender's data from its owner (DEC-118). */
function isSenderDue(row: ListedDeposit, travelLimit: number | null): boolean {
  if (row.hasSender) return false
  if (row.state === 'held') return row.cause === 'needs_sender'
  const isOpen = row.state === 'seen' || row.state === 'confirming'
  return isOpen && travelLimit !== null && row.units !== null && row.units >= travelLimit
}

function nextOf({ state, cause }: ListedDeposit): NextFigures | null {
  const next = (what: ChainDepositNext): NextFigures => ({ what, atMs: null })
  switch (state) {
    case 'seen':
      return next('block')
    case 'confirming':
      return next('confirm')
    case 'too_small':
      return next('more')
    case 'held':
      if (cause === 'set_aside') return null
      return next(cause === 'needs_sender' ? 'sender' : 'review')
    case 'crediting':
      return next(cause === inSuspenseCause ? 'review' : 'credit')
    case 'reversing':
    case 'claimed_back':
      return cause === 'released' ? null : next('review')
    case 'credited':
    case 'undone':
      return null
  }
}

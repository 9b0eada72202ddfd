/**
 * Top-ups by the faucet of a simulation. Each is stored with its transaction and booked once a block has it,
 * so that the ledger equals the chain to the last unit. Top-ups for payouts are booked against the
 * simulation's liability. The excess, and gas, belong to the house.
 */
import { type Command, custodyAccounts, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import type { ChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { isCurrencyHalted } from '../../../accounting/index.ts'
import { submitStep } from '../../machine/engine-steps.ts'
import { type ChainName, chainTable, unitsOfChain } from '../chains.ts'
import { isReserveAgreed } from '../custody/reserve-votes.ts'
import type { ListedAsset } from '../register.ts'
import { findChainHalts } from '../tracking/halts.ts'
import type { CoinTopUp } from './deps.ts'
import { tipHeight } from './payment-store.ts'

const bookedAtOnce = 20
/**
 * A top-up that no block has after this many blocks is lost, for example with the memory pool of a killed
 * node. It is paid again.
 */
const lostAfterBlocks = 20

export type TopUpDeps = {
  readonly database: Database
  readonly assets: readonly ListedAsset[]
  /** Pays from the faucet of a chain; returns the transaction id, or throws. */
  readonly pay: (
    chain: ChainName,
    payment: {
      readonly address: string
      readonly amount: bigint
      readonly asset: 'coin' | 'token'
      readonly contract?: string
    },
  ) => Promise<string>
}

const coin = { asset: 'coin' } as const

/** Creates the top-up, which pays missing coins and stores its transactions. */
export function createTopUp({ database, assets, pay }: TopUpDeps): CoinTopUp {
  return async (chain, { address, amount, contract, purpose }) => {
    const asset = assets.find((one) => one.chain === chain && one.contract === contract)
    if (asset === undefined) return 'later'
    const tip = await tipHeight(database, chain)
    let txid: string
    try {
      const of = contract === null ? coin : ({ asset: 'token', contract } as const)
      txid = await pay(chain, { address, amount, ...of })
    } catch {
      // It may be paid again, because too many coins do no harm there.
      return 'later'
    }
    await database.query(
      `insert into wallets.chain_reserve
         (chain, currency_id, contract, amount, units, purpose, txid, tip_height)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (chain, txid) do nothing`,
      [
        chain,
        asset.currencyId,
        contract,
        amount.toString(),
        unitsOfChain(amount, asset) ?? 0,
        purpose,
        txid,
        tip,
      ],
    )
    return 'done'
  }
}

/** Whether a top-up for payouts is not booked yet. */
export async function isTopUpPending(
  connection: Pick<Database, 'query'>,
  chain: ChainName,
  contract: string | null,
): Promise<boolean> {
  const found = await connection.query(
    `select 1 from wallets.chain_reserve
     where booked_at is null and purpose = 'payout' and chain = $1
       and contract is not distinct from $2 limit 1`,
    [chain, contract],
  )
  return found.rows.length > 0
}

type Reserve = {
  readonly id: number
  readonly chain: ChainName
  readonly contract: string | null
  readonly currencyId: number
  readonly units: number
  readonly purpose: 'payout' | 'gas' | 'own'
  readonly txid: string
  readonly blocksSince: number
}

export type BookingDeps = {
  readonly database: Database
  readonly engine: Pick<Engine, 'submit'>
  readonly keys: Keys
  /** Reports a refusal by the core to operators, once each. */
  readonly report: (about: string) => void
  readonly isMined: MinedCheck
  /** Whether the simulation tops up coins. In live mode such a row is forged. */
  readonly hasLender: boolean
}

/** Whether a transaction that paid us is mined; null if unknown now. */
export type MinedCheck = (chain: ChainName, txid: string) => Promise<boolean | null>

/** Checks bitcoin by its stored outputs, and other chains by their nodes. */
export function createMinedCheck({
  database,
  nodes,
}: {
  readonly database: Database
  readonly nodes: Pick<ChainNodes, 'evm'>
}): MinedCheck {
  return async (chain, txid) => {
    if (chain === 'bitcoin') {
      const found = await database.query(
        'select 1 from wallets.chain_outpoint where txid = $1 and block_height is not null limit 1',
        [txid],
      )
      return found.rows.length > 0
    }
    const answer = await nodes.evm[chain]?.receipts([txid])
    if (answer?.status !== 'done') return null
    return answer.value[0]?.isSuccess === true
  }
}

/** Logs each subject once. */
export function createReportOnce(log: Log): BookingDeps['report'] {
  const reported = new Set<string>()
  return (about) => {
    if (reported.has(about)) return
    reported.add(about)
    log.error({ about }, 'the core refused a booking of the house')
  }
}

/** Books mined top-ups and confirmed reserves, and wakes the withdrawals that wait for them. */
export async function bookReserves(deps: BookingDeps): Promise<void> {
  if (!deps.hasLender) await reportUnlent(deps)
  const pauses = await findChainHalts(deps.database, deps.keys)
  const running = [...pauses].flatMap(([chain, pause]) => (pause === null ? [chain] : []))
  let [afterId, left] = [0, bookedAtOnce]
  while (left > 0) {
    const page = await reservesDue(deps, running, afterId)
    for (const reserve of page) {
      // Unproven rows do not count towards the limit, so that forged rows cannot delay those behind them.
      if (left === 0 || !(await isTrusted(deps, reserve))) continue
      left -= 1
      await bookOnceDue(deps, reserve)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < bookedAtOnce) return
    afterId = last.id
  }
}

/** The rows of chains that are not paused that may be booked now, by id. Top-ups count only in a simulation. */
async function reservesDue(
  { database, hasLender }: BookingDeps,
  running: readonly ChainName[],
  afterId: number,
): Promise<readonly Reserve[]> {
  const found = await database.query<Reserve>(
    `select r.id, r.chain, r.contract, r.currency_id as "currencyId", r.units, r.purpose, r.txid,
       c.tip_height - r.tip_height as "blocksSince"
     from wallets.chain_reserve r join wallets.chain_cursor c on c.chain = r.chain
     where r.id > $2 and r.booked_at is null and c.tip_height > r.tip_height and c.chain = any($3)
       and ((r.purpose = 'own' and r.confirmed_by is not null) or (r.purpose <> 'own' and $1))
     order by r.id limit ${bookedAtOnce}`,
    [hasLender, afterId, running],
  )
  return found.rows
}

/** Reports top-up rows in live mode, which are forged. */
async function reportUnlent({ database, report }: BookingDeps): Promise<void> {
  const found = await database.query<{ id: number }>(
    `select id from wallets.chain_reserve where booked_at is null and purpose <> 'own'
     order by id limit ${bookedAtOnce}`,
  )
  for (const { id } of found.rows) report(`chain_reserve:${id} without a lender`)
}

async function isTrusted(deps: BookingDeps, reserve: Reserve): Promise<boolean> {
  return reserve.purpose !== 'own' || (await isAgreed(deps, reserve))
}

async function bookOnceDue(deps: BookingDeps, reserve: Reserve): Promise<void> {
  const isOwn = reserve.purpose === 'own'
  if (!isOwn && !(await hasCome(deps, reserve))) return
  // A confirmed reserve waits while its currency is halted.
  if (isOwn && (await isCurrencyHalted(deps, reserve.currencyId))) return
  const bookedTo = await bookReserve(deps, reserve)
  if (bookedTo !== null) await noteBooked(deps.database, reserve, bookedTo)
}

/** Whether the votes of two operators prove the reserve; an unproven row is reported. */
async function isAgreed(deps: BookingDeps, reserve: Reserve): Promise<boolean> {
  const isProven = await isReserveAgreed(deps.database, deps.keys, reserve)
  if (!isProven) deps.report(`chain_reserve:${reserve.id} without votes`)
  return isProven
}

/** Whether a block has the top-up; a lost top-up is deleted. */
async function hasCome(
  { database, isMined }: BookingDeps,
  { id, chain, txid, blocksSince }: Reserve,
): Promise<boolean> {
  const mined = await isMined(chain, txid)
  if (mined === false && blocksSince > lostAfterBlocks) {
    await database.query('delete from wallets.chain_reserve where id = $1 and booked_at is null', [
      id,
    ])
  }
  return mined === true
}

type BookedTo = 'simulation' | 'fees' | 'dust'

/** The account that was credited; null if unknown yet, or an operator must resolve it. */
async function bookReserve(
  { engine, report }: BookingDeps,
  reserve: Reserve,
): Promise<BookedTo | null> {
  if (reserve.units === 0) return 'dust'
  const accounts =
    reserve.purpose === 'payout' ? (['simulation', 'fees'] as const) : ['fees' as const]
  for (const account of accounts) {
    const name = `chain_reserve:${reserve.id}:${account}`
    const step = await submitStep(engine, reserveCommand(reserve, account), name)
    if (step.status === 'done') return account
    if (step.status === 'later') return null
    // The simulation's liability is smaller, because coins that came in over this chain leave over another.
    if (step.status === 'refused' && step.code === 'balance.insufficient') continue
    report(name)
    return null
  }
  return null
}

/**
 * The command that books a top-up or reserve: the chain holds more, and the simulation owes less or the house
 * has more.
 */
export function reserveCommand(
  { id, chain, currencyId, units }: Pick<Reserve, 'id' | 'chain' | 'currencyId' | 'units'>,
  account: 'simulation' | 'fees',
): Command {
  const isOwed = account === 'simulation'
  return {
    kind: 'adjust',
    fromAccountId: chainTable[chain].railId,
    toAccountId: isOwed ? custodyAccounts.simulation : houseAccounts.fees,
    currencyId,
    amount: currencyUnits(units),
    reason: isOwed ? 'sponsored_payout' : 'house_reserve',
    source: `chain_reserve:${id}`,
  }
}

async function noteBooked(
  database: Database,
  { id, chain }: Reserve,
  bookedTo: BookedTo,
): Promise<void> {
  await database.query(
    `update wallets.chain_reserve set booked_to = $2, booked_at = now()
     where id = $1 and booked_at is null`,
    [id, bookedTo],
  )
  await database.query(
    `update wallets.chain_withdrawal set next_look_at = now(), hints = hints + 1
     where chain = $1 and state = 'approved' and cause = 'short'`,
    [chain],
  )
}

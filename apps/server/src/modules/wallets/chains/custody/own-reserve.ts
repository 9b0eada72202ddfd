/**
 * Coins of the house's own at a hot wallet, for network fees: without them in the books, the chain holds
 * more than these say, and what the fees cost stays due. One person proposes, another who names the same
 * within a day confirms (INV-22); never more than the chain holds beyond the books, when it is proposed and
 * when it is confirmed (INV-14).
 */
import { randomUUID } from 'node:crypto'
import { parseUnits } from '@tukar/money'
import type { Engine } from '../../../../engine/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { requireGoing } from '../../../books/index.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { type Ballot, castVote, type Operator, provenVoters } from '../../../desk/index.ts'
import { decidingNow } from '../../machine/approvals.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import { chainAmountOf, type ChainName, chainTable } from '../chains.ts'
import { isStale } from './custody.ts'
import { differenceOf, namedPartsOf } from './custody-difference.ts'
import type { CustodyMemory } from './custody-memory.ts'
import { type FigureParts, readFigures } from './custody-store.ts'
import type { ListedAsset } from '../register.ts'
import { chainAmountText } from '../amount-text.ts'

/** Any number, the same in all our processes: with a rail's id, what is booked over it. */
const reserveLock = 7_301_864
const proposalHours = 24

export type OwnReserveParts = {
  readonly database: Database
  readonly engine: Pick<Engine, 'waitForProjection' | 'moment'>
  readonly keys: Keys
  readonly memory: Pick<CustodyMemory, 'readingOf'>
  readonly listed: readonly ListedAsset[]
}

export type OwnReserveOrder = {
  readonly operator: Operator
  readonly chain: ChainName
  readonly currency: string
  /** A decimal text. */
  readonly amount: string
  readonly reason: string
}

/**
 * Proposes, or confirms what another proposed; refuses `desk.case_unknown`, `amount.*`,
 * `desk.same_operator`, `desk.node_silent`, `desk.reserve_uncovered`, or `books.currency_stopped`.
 */
export async function bookOwnReserve(
  parts: OwnReserveParts,
  order: OwnReserveOrder,
): Promise<'proposed' | 'confirmed'> {
  const { database, engine, keys, listed } = parts
  const { chain, currency } = order
  const asset = listed.find((one) => one.chain === chain && one.symbol === currency)
  if (asset === undefined) throw new Refusal('desk.case_unknown')
  const parsed = parseUnits(order.amount, asset.unitDecimals)
  if (!parsed.ok || parsed.units === 0) throw new Refusal('amount.malformed')
  const { units } = parsed
  const { railId } = chainTable[chain]
  if (!(await engine.waitForProjection(railId))) throw new Refusal('engine.unavailable')
  return inTransaction(database, async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1, $2)', [reserveLock, railId])
    await requireGoing({ database: transaction, keys }, asset)
    await requireCovered({ ...parts, database: transaction }, asset, units)
    const { reserve, done } = await proposeOrConfirm(transaction, keys, order, { asset, units })
    await castVote(
      transaction,
      keys,
      {
        ...reserveBallot(reserve, done === 'proposed' ? 'propose' : 'confirm'),
        entry: {
          operatorId: order.operator.operatorId,
          action: `reserve.${done}`,
          subject: `chain:${chain}`,
          reason: order.reason,
          after: { chain, currency, units },
        },
      },
      order.operator.pass,
    )
    return done
  })
}

/** Whether the chain holds so much more than the books say, by a reading that is fresh. */
async function requireCovered(
  parts: FigureParts,
  asset: ListedAsset,
  units: number,
): Promise<void> {
  const figures = await readFigures(parts, [asset])
  if (figures === null) throw new Refusal('engine.unavailable')
  const [part] = figures.parts
  const isFresh = !isStale(part?.reading ?? null, Date.now())
  const named = await namedPartsOf(parts.database, asset)
  const difference = part === undefined || !isFresh ? null : differenceOf(part, named)
  if (difference === null) throw new Refusal('desk.node_silent')
  const { unexplained } = difference
  if (unexplained < chainAmountOf(units, asset)) {
    const most = chainAmountText(unexplained > 0n ? unexplained : 0n, asset.chainDecimals)
    throw new Refusal('desk.reserve_uncovered', { most })
  }
}

/** A reserve as it is voted about. */
type OwnReserve = Pick<ReserveProposal, 'id' | 'chain' | 'contract' | 'units'>

/** What is voted about a reserve. */
function reserveBallot(
  { id, chain, contract, units }: OwnReserve,
  decision: 'propose' | 'confirm',
): Ballot {
  return { kind: 'reserve', subjectId: id, decision, shown: [chain, contract, units] }
}

/** Whether two operators' votes prove a reserve of the house's own. */
export async function isReserveAgreed(
  connection: Pick<Database, 'query'>,
  keys: Keys,
  reserve: OwnReserve,
): Promise<boolean> {
  const proposers = await provenVoters(connection, keys, reserveBallot(reserve, 'propose'))
  const confirming = await provenVoters(connection, keys, reserveBallot(reserve, 'confirm'))
  return proposers.some((one) => confirming.some((other) => other !== one))
}

type Done = { readonly reserve: OwnReserve; readonly done: 'proposed' | 'confirmed' }

async function proposeOrConfirm(
  transaction: Transaction,
  keys: Keys,
  { operator: { operatorId }, chain, reason }: OwnReserveOrder,
  { asset, units }: { readonly asset: ListedAsset; readonly units: number },
): Promise<Done> {
  const { currencyId, contract } = asset
  const amount = chainAmountOf(units, asset).toString()
  const open = await openReserves(transaction, keys)
  const first = open.find(
    (one) => one.chain === chain && one.contract === contract && one.units === units,
  )
  if (first === undefined) {
    const made = await transaction.query<{ id: number }>(
      `insert into wallets.chain_reserve (chain, currency_id, contract, amount, units, purpose,
         txid, tip_height, proposed_by, reason)
       values ($1, $2, $3, $4, $5, 'own', $6, -1, $7, $8) returning id`,
      [chain, currencyId, contract, amount, units, `own:${randomUUID()}`, operatorId, reason],
    )
    const id = made.rows[0]?.id
    if (id === undefined) throw new Error('no reserve was kept')
    return { reserve: { id, chain, contract, units }, done: 'proposed' }
  }
  if (first.proposedBy === operatorId) throw new Refusal('desk.same_operator')
  await transaction.query('update wallets.chain_reserve set confirmed_by = $2 where id = $1', [
    first.id,
    operatorId,
  ])
  return { reserve: first, done: 'confirmed' }
}

export type ReserveProposal = {
  readonly id: number
  readonly chain: ChainName
  readonly contract: string | null
  readonly units: number
  readonly proposedBy: number
  readonly proposedMs: number
  readonly reason: string
}

/** What waits for a second person, the oldest first: each is proven, and its proposer may still decide. */
export async function openReserves(
  connection: Pick<Database, 'query'>,
  keys: Keys,
): Promise<readonly ReserveProposal[]> {
  const found = await connection.query<ReserveProposal>(
    `select id, chain, contract, units, proposed_by as "proposedBy", reason,
       ${timeMsOf('created_at')} as "proposedMs"
     from wallets.chain_reserve where purpose = 'own' and confirmed_by is null
       and created_at > now() - interval '${proposalHours} hours' order by id`,
  )
  const open: ReserveProposal[] = []
  for (const one of found.rows) {
    const proposers = await provenVoters(connection, keys, reserveBallot(one, 'propose'))
    const standing = await decidingNow(connection, keys, proposers)
    if (standing.includes(one.proposedBy)) open.push(one)
  }
  return open
}

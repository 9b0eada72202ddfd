/**
 * House coins in a hot wallet, for network fees. While the ledger does not have them, the chain holds more
 * than the ledger says and the network fees cannot be booked. One operator proposes and another confirms the
 * same within a day (INV-22). Proposal and confirmation are both limited to what the chain holds beyond the
 * ledger (INV-14).
 */
import { randomUUID } from 'node:crypto'
import { parseUnits } from '@tukar/money'
import type { Engine } from '../../../../engine/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { requireNotHalted } from '../../../accounting/index.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { castVote, type Operator, provenVoters } from '../../../desk/index.ts'
import { findActiveDeciders } from '../../machine/approvals.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import { chainAmountOf, type ChainName, chainTable } from '../chains.ts'
import { isStale } from './custody.ts'
import { differenceOf, namedPartsOf } from './custody-difference.ts'
import type { CustodyMemory } from './custody-memory.ts'
import { type FigureDeps, readFigures } from './custody-store.ts'
import { type OwnReserve, reserveBallot } from './reserve-votes.ts'
import type { ListedAsset } from '../register.ts'
import { chainAmountText } from '../amount-text.ts'

/** A lock id, the same in all our processes. With a rail's id, it serializes the bookings over that rail. */
const reserveLock = 7_301_864
const proposalHours = 24

export type OwnReserveDeps = {
  readonly database: Database
  readonly engine: Pick<Engine, 'waitForProjection' | 'moment'>
  readonly keys: Keys
  readonly memory: Pick<CustodyMemory, 'readingOf'>
  readonly listed: readonly ListedAsset[]
  /** Whether a simulation tops up the hot wallets. */
  readonly hasLender: boolean
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
 * Proposes a reserve, or confirms another operator's proposal. Refuses `desk.case_unknown`, `amount.*`,
 * `desk.same_operator`, `desk.node_silent`, `desk.reserve_uncovered`, or `books.currency_stopped`.
 */
export async function bookOwnReserve(
  deps: OwnReserveDeps,
  order: OwnReserveOrder,
): Promise<'proposed' | 'confirmed'> {
  const { database, engine, keys, listed } = deps
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
    await requireNotHalted({ database: transaction, keys }, asset)
    await requireCovered({ ...deps, database: transaction }, asset, units)
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

/** Refuses unless the chain holds that much beyond the ledger, by a fresh reading. */
async function requireCovered(
  deps: FigureDeps & Pick<OwnReserveDeps, 'hasLender'>,
  asset: ListedAsset,
  units: number,
): Promise<void> {
  const figures = await readFigures(deps, [asset])
  if (figures === null) throw new Refusal('engine.unavailable')
  const [part] = figures.parts
  const isFresh = !isStale(part?.reading ?? null, Date.now())
  const named = await namedPartsOf(deps, asset)
  const difference = part === undefined || !isFresh ? null : differenceOf(part, named)
  if (difference === null) throw new Refusal('desk.node_silent')
  const { unexplained } = difference
  if (unexplained < chainAmountOf(units, asset)) {
    const most = chainAmountText(unexplained > 0n ? unexplained : 0n, asset.chainDecimals)
    throw new Refusal('desk.reserve_uncovered', { most })
  }
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
    if (id === undefined) throw new Error('the reserve was not stored')
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

/**
 * Proposals that wait for a second operator, oldest first. Each is proven, and its proposer may still decide.
 */
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
    const standing = await findActiveDeciders(connection, keys, proposers)
    if (standing.includes(one.proposedBy)) open.push(one)
  }
  return open
}

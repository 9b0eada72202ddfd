/**
 * What rows say that operators agreed to, and no vote proves (INV-22): it does not count. It is taken out of the
 * row, told to the log and the record of the console, and asked for again.
 */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { audit, provenVoters } from '../../desk/index.ts'
import { readApprovals, lockRow, provenApprovers, type RowBallot } from './approvals.ts'
import type { MachineRow } from './decision.ts'
import { changeRow, type ColumnValues, type RowKind } from './row-store.ts'

/** Somebody's agreement was in the row, and nothing proved it. */
export const unprovenAlarm = 'votes_unproven'

export type VoteDeps = { readonly database: Database; readonly keys: Keys; readonly log: Log }

/** What is voted about a row, by the decision. */
export type BallotOf = (decision: string) => RowBallot

type Case = {
  readonly kind: RowKind
  readonly rowId: number
  /** What can still come of approvals now. */
  readonly decisions: readonly string[]
}

/** What operators can still agree to about a row, and what it says that they did. */
export type Claims<Row> = {
  readonly kind: RowKind
  /** What can still come of approvals now. */
  readonly decisions: readonly string[]
  readonly ballotOf: BallotOf
  /** What the row says was decided; null: nothing. */
  readonly decided: Decided | null
  readonly read: (connection: Database, rowId: number) => Promise<Row>
}

type Decided = {
  readonly decision: string
  readonly needed: number
  /** What the row is without the decision. */
  readonly changes: ColumnValues
  readonly epoch: number
}

/** A row without approvals and decisions that no vote proves. */
export async function provenRow<Row extends MachineRow<string>>(
  deps: VoteDeps,
  row: Row,
  { kind, decisions, ballotOf, decided, read }: Claims<Row>,
): Promise<Row & { readonly isUnproven: boolean }> {
  let isUnproven = false
  if (decided !== null) {
    const ballot = ballotOf(decided.decision)
    isUnproven = await dropUndecided(deps, row, { ...decided, ballot })
  }
  const about = { kind, rowId: row.rowId, decisions }
  if (await dropUnproven(deps, about, ballotOf)) isUnproven = true
  return { ...(isUnproven ? await read(deps.database, row.rowId) : row), isUnproven }
}

/** Forgets a row's approvals that no vote proves and that something can still come of; whether there were any. */
async function dropUnproven(deps: VoteDeps, about: Case, ballotOf: BallotOf): Promise<boolean> {
  const { database, keys } = deps
  if ((await unprovenOf(database, keys, about, ballotOf)).length === 0) return false
  const dropped = await inTransaction(database, async (transaction) => {
    await lockRow(transaction, about.kind, about.rowId)
    const unproven = await unprovenOf(transaction, keys, about, ballotOf)
    for (const { decision, operatorId } of unproven) {
      await transaction.query(
        `delete from wallets.approval
         where kind = $1 and row_id = $2 and decision = $3 and operator_id = $4`,
        [about.kind, about.rowId, decision, operatorId],
      )
    }
    if (unproven.length > 0) await recordDropped(transaction, about, { unproven })
    return unproven
  })
  if (dropped.length > 0) logDropped(deps.log, about)
  return dropped.length > 0
}

/**
 * Takes a decision out of a row that fewer operators voted for than it takes.
 *
 * @param changes what the row is without the decision
 * @returns whether it was taken out
 */
async function dropUndecided(
  deps: VoteDeps,
  row: MachineRow<string>,
  claim: {
    readonly ballot: RowBallot
    readonly needed: number
    readonly epoch: number
    readonly changes: ColumnValues
  },
): Promise<boolean> {
  const { ballot, needed, epoch, changes } = claim
  const { kind, decision } = ballot
  if ((await provenVoters(deps.database, deps.keys, ballot)).length >= needed) return false
  const isDropped = await inTransaction(deps.database, async (transaction) => {
    if (!(await changeRow(transaction, row, { kind, epoch, changes }))) return false
    await recordDropped(transaction, { kind, rowId: row.rowId }, { decision })
    return true
  })
  if (isDropped) logDropped(deps.log, { kind, rowId: row.rowId })
  return true
}

async function unprovenOf(
  connection: Pick<Database, 'query'>,
  keys: Keys,
  { kind, rowId, decisions }: Case,
  ballotOf: BallotOf,
) {
  const all = await readApprovals(connection, kind, [rowId])
  const approvals = all.filter(({ decision }) => decisions.includes(decision))
  const proven = new Map<string, readonly number[]>()
  for (const decision of new Set(approvals.map((one) => one.decision))) {
    proven.set(decision, await provenApprovers(connection, keys, ballotOf(decision)))
  }
  return approvals
    .filter(({ decision, operatorId }) => proven.get(decision)?.includes(operatorId) !== true)
    .map(({ decision, operatorId }) => ({ decision, operatorId }))
}

async function recordDropped(
  transaction: Transaction,
  { kind, rowId }: Omit<Case, 'decisions'>,
  after: object,
): Promise<void> {
  const subject = `${kind}:${rowId}`
  const reason = 'No vote proves it.'
  await audit.record(transaction, {
    operatorId: null,
    action: 'votes.unproven',
    subject,
    reason,
    after,
  })
}

function logDropped(log: Log, { kind, rowId }: Omit<Case, 'decisions'>): void {
  log.error({ [`${kind}Id`]: rowId }, 'what operators agreed to has no proof, and does not count')
}

type UnprovenFlag = { readonly isUnproven?: boolean }

/**
 * The alarm of a row at the end of a look: what was taken out of it in this look comes first, unless the row is over.
 * Nobody can agree to anything about a row that is over, so that alarm would never end.
 */
export function alarmOf(
  { isUnproven }: UnprovenFlag,
  alarm: string | null,
  isOver: boolean,
): string | null {
  if (isOver) return alarm === unprovenAlarm ? null : alarm
  return isUnproven === true ? unprovenAlarm : alarm
}

/** A row after a move, which still tells what was taken out of it before in this look. */
export function withUnproven<Row extends UnprovenFlag>(moved: Row, before: UnprovenFlag): Row {
  return before.isUnproven === true ? { ...moved, isUnproven: true } : moved
}

/**
 * Approvals in rows that no vote proves do not count (INV-22). They are removed from the row, logged,
 * recorded in the audit log, and requested again.
 */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { audit, provenVoters } from '../../desk/index.ts'
import { readApprovals, lockRow, provenApprovers, type RowBallot } from './approvals.ts'
import type { MachineRow } from './decision.ts'
import { changeRow, type ColumnValues, type RowKind } from './row-store.ts'

/** The row had an approval that nothing proved. */
export const unprovenAlarm = 'votes_unproven'

export type VoteDeps = { readonly database: Database; readonly keys: Keys; readonly log: Log }

/** The ballot about a row, by decision. */
export type BallotOf = (decision: string) => RowBallot

type Case = {
  readonly kind: RowKind
  readonly rowId: number
  /** The decisions for which approvals still count. */
  readonly decisions: readonly string[]
}

/** The open decisions about a row, and the approvals that it claims. */
export type Claims<Row> = {
  readonly kind: RowKind
  /** The decisions for which approvals still count. */
  readonly decisions: readonly string[]
  readonly ballotOf: BallotOf
  /** The decision that the row claims; null if it claims none. */
  readonly decided: Decided | null
  readonly read: (connection: Database, rowId: number) => Promise<Row>
}

type Decided = {
  readonly decision: string
  readonly needed: number
  /** The column values of the row without the decision. */
  readonly changes: ColumnValues
  readonly epoch: number
}

/** Returns a row without unproven approvals and decisions. */
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

/** Deletes a row's unproven approvals of open decisions; returns whether there were any. */
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
 * Removes a decision from a row if too few proven votes support it.
 *
 * @param changes the column values without the decision
 * @returns whether the decision is unproven
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
  log.error({ [`${kind}Id`]: rowId }, 'unproven approvals of operators were removed')
}

type UnprovenFlag = { readonly isUnproven?: boolean }

/**
 * The alarm of a row at the end of a pass. Removed approvals take precedence, unless the row is finished:
 * nobody can approve a finished row, so that alarm would never end.
 */
export function alarmOf(
  { isUnproven }: UnprovenFlag,
  alarm: string | null,
  isOver: boolean,
): string | null {
  if (isOver) return alarm === unprovenAlarm ? null : alarm
  return isUnproven === true ? unprovenAlarm : alarm
}

/** A row after a move, which keeps the mark of approvals removed earlier in this pass. */
export function withUnproven<Row extends UnprovenFlag>(moved: Row, before: UnprovenFlag): Row {
  return before.isUnproven === true ? { ...moved, isUnproven: true } : moved
}

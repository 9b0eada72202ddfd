/** Identity cases for the console, from the database: sealed, except states and times. */
import { createHash } from 'node:crypto'
import type { IdentityQueue, KycKind, KycPiece, KycReason } from '@tukar/wire'
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { RecordState } from '../record/record-machine.ts'

type Connection = Pick<Database, 'query'>

export type CaseRecord = {
  readonly userId: number
  readonly kind: KycKind | null
  readonly state: RecordState
  readonly version: number
  readonly reason: KycReason | null
  readonly piece: KycPiece | null
  readonly details: Buffer | null
  readonly submittedAt: Date | null
  readonly decidedAt: Date | null
  /** `machine`, or an operator's id. */
  readonly decidedBy: string | null
}

/** Rows per page. */
export const caseRows = 25

const columns = `user_id as "userId", kind, state, version, reason_code as reason, piece,
  details, submitted_at as "submittedAt", decided_at as "decidedAt",
  decided_by as "decidedBy"`

const states: Readonly<Record<IdentityQueue, readonly RecordState[]>> = {
  review: ['in_review'],
  submitted: ['submitted'],
  rejected: ['rejected'],
  approved: ['approved'],
  all: ['submitted', 'in_review', 'rejected', 'approved'],
}

/** A page of a queue: the longest wait first; decided cases newest first. */
export async function listCases(
  database: Connection,
  queue: IdentityQueue,
  page: number,
): Promise<{ readonly rows: readonly CaseRecord[]; readonly total: number }> {
  const isWaiting = queue === 'review' || queue === 'submitted'
  const order = isWaiting
    ? 'submitted_at, user_id'
    : 'coalesce(decided_at, submitted_at) desc, user_id'
  const wantedStates = [states[queue]]
  const totals = await database.query<{ total: number }>(
    'select count(*) as total from kyc.record where state = any($1) and ended_at is null',
    wantedStates,
  )
  const found = await database.query<CaseRecord>(
    `select ${columns} from kyc.record where state = any($1) and ended_at is null
     order by ${order} limit ${caseRows} offset $2`,
    [...wantedStates, (page - 1) * caseRows],
  )
  return { rows: found.rows, total: totals.rows[0]?.total ?? 0 }
}

/** The case of a user; null if nothing was submitted, or the account is deleted. */
export async function findCase(connection: Connection, userId: number): Promise<CaseRecord | null> {
  const found = await connection.query<CaseRecord>(
    `select ${columns} from kyc.record
     where user_id = $1 and state = any($2) and ended_at is null`,
    [userId, states.all],
  )
  return found.rows[0] ?? null
}

/** How many cases wait for an operator, and since when. */
export async function countReview(
  database: Connection,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const found = await database.query<{ count: number; oldestAt: Date | null }>(
    `select count(*) as count, min(submitted_at) as "oldestAt" from kyc.record
     where state = 'in_review' and ended_at is null`,
  )
  return found.rows[0] ?? { count: 0, oldestAt: null }
}

/**
 * The median wait, in seconds, of the cases that operators decided since midnight in Jakarta; null without
 * any.
 */
export async function medianWait(database: Connection): Promise<number | null> {
  const found = await database.query<{ seconds: number | null }>(
    `select percentile_cont(0.5) within group (order by extract(epoch from h.at - s.at))::float8
       as seconds
     from kyc.history h cross join lateral (
       select max(at) as at from kyc.history
       where user_id = h.user_id and no < h.no and to_state = 'submitted') s
     where h.actor ~ '^[0-9]+$'
       and h.at >= date_trunc('day', now() at time zone 'Asia/Jakarta') at time zone 'Asia/Jakarta'`,
  )
  const seconds = found.rows[0]?.seconds ?? null
  return seconds === null ? null : Math.round(seconds)
}

export type Showing = {
  readonly token: string
  readonly operatorId: number
  readonly userId: number
  readonly reason: string
  readonly lifeSeconds: number
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Stores a display of a case, by the hash of its token. */
export async function saveShowing(
  transaction: Transaction,
  { token, operatorId, userId, reason, lifeSeconds }: Showing,
): Promise<void> {
  await transaction.query(
    `insert into kyc.showing (token_hash, operator_id, user_id, reason, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [hashOf(token), operatorId, userId, reason, lifeSeconds],
  )
}

/** The reason for which this case was shown to this operator; null if it was not, or the time is over. */
export async function showingReason(
  connection: Connection,
  { token, operatorId, userId }: Pick<Showing, 'token' | 'operatorId' | 'userId'>,
): Promise<string | null> {
  const found = await connection.query<{ reason: string }>(
    `select reason from kyc.showing where token_hash = $1 and operator_id = $2 and user_id = $3
       and expires_at > now()`,
    [hashOf(token), operatorId, userId],
  )
  return found.rows[0]?.reason ?? null
}

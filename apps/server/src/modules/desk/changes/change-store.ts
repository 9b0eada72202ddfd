/** Changes that operators proposed, in the database. */
import type { ChangeStatus } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import type { ChangePreview } from './kind.ts'

type Connection = Pick<Database, 'query'>

/** A change without a decision is void after this time. */
export const changeHours = 24

export type Shown = Pick<ChangePreview, 'title' | 'lines' | 'warnings'>

export type Failure = {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

export type Change = {
  readonly changeId: number
  readonly kind: string
  readonly input: unknown
  readonly subject: string
  readonly shown: Shown
  /** Null if there was nothing; otherwise a JSON text. */
  readonly before: string | null
  readonly after: string | null
  readonly reason: string
  readonly isSecondNeeded: boolean
  readonly requestId: string
  readonly proposedBy: number
  readonly proposedAt: Date
  readonly expiresAt: Date
  readonly status: ChangeStatus
  readonly decidedBy: number | null
  readonly decidedAt: Date | null
  readonly decidedReason: string | null
  readonly failure: Failure | null
}

/** SQL: a waiting change counts as expired after its time, even before the sweep. */
const statusNow = `case when status = 'waiting' and expires_at <= now() then 'expired' else status end`
/** Floats arrive as numbers on connections without our type parsers too. */
const columns = `id::float8 as "changeId", kind, input, subject, shown, before::text, after::text, reason,
  needs_second as "isSecondNeeded", request_id as "requestId", proposed_by::float8 as "proposedBy",
  proposed_at as "proposedAt", expires_at as "expiresAt", ${statusNow} as status,
  decided_by as "decidedBy", decided_at as "decidedAt", decided_reason as "decidedReason", failure`

/**
 * Inserts a change. Null if the same change is waiting or being applied, or if the operator made another
 * change with this request id at the same time.
 */
export async function addChange(
  connection: Connection,
  created: Pick<Change, 'kind' | 'input' | 'reason' | 'requestId' | 'proposedBy'> & {
    readonly preview: ChangePreview
  },
): Promise<number | null> {
  const { preview } = created
  const { subject, title, lines, warnings, isSecondNeeded, before, after } = preview
  const input = JSON.stringify(created.input ?? null)
  await connection.query(
    `update desk.change set status = 'expired', ended_at = now()
     where status = 'waiting' and expires_at <= now()
       and kind = $1 and subject = $2 and md5(input::text) = md5($3)`,
    [created.kind, subject, input],
  )
  const added = await connection.query<{ id: number }>(
    `insert into desk.change (kind, input, subject, shown, before, after, reason, needs_second,
       request_id, proposed_by, expires_at, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(hours => $11), $12)
     on conflict do nothing returning id`,
    [
      created.kind,
      input,
      subject,
      JSON.stringify({ title, lines, warnings } satisfies Shown),
      jsonOf(before),
      jsonOf(after),
      created.reason,
      isSecondNeeded,
      created.requestId,
      created.proposedBy,
      changeHours,
      isSecondNeeded ? 'waiting' : 'applying',
    ],
  )
  return added.rows[0]?.id ?? null
}

/** The JSON text of a value, as it is stored and compared. */
export function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/** A change by id; null if there is none. */
export async function findChange(connection: Connection, changeId: number): Promise<Change | null> {
  const found = await connection.query<Change>(`select ${columns} from desk.change where id = $1`, [
    changeId,
  ])
  return found.rows[0] ?? null
}

/** The change that this operator proposed with this request id; null if it is new. */
export async function findRequest(
  connection: Connection,
  proposedBy: number,
  requestId: string,
): Promise<Change | null> {
  const found = await connection.query<Change>(
    `select ${columns} from desk.change where proposed_by = $1 and request_id = $2`,
    [proposedBy, requestId],
  )
  return found.rows[0] ?? null
}

/** Decides about a waiting change; false if it no longer waits. */
export async function decideAbout(
  connection: Connection,
  changeId: number,
  status: 'applying' | 'declined',
  by: { readonly operatorId: number; readonly reason: string },
): Promise<boolean> {
  const decided = await connection.query(
    `update desk.change set status = $2, decided_by = $3, decided_reason = $4, decided_at = now(),
       ended_at = case when $2 = 'declined' then now() end
     where id = $1 and status = 'waiting' and expires_at > now()`,
    [changeId, status, by.operatorId, by.reason],
  )
  return decided.rowCount === 1
}

/** Ends a change that was being applied; false if it ended before. */
export async function endChange(
  connection: Connection,
  changeId: number,
  failure: Failure | null,
): Promise<boolean> {
  const ended = await connection.query(
    `update desk.change set status = $2, failure = $3, ended_at = now()
     where id = $1 and status = 'applying'`,
    [changeId, failure === null ? 'applied' : 'failed', failure && JSON.stringify(failure)],
  )
  return ended.rowCount === 1
}

/** Expires the changes without a decision in time. */
export async function expireChanges(connection: Connection): Promise<readonly Change[]> {
  const ended = await connection.query<Change>(
    `update desk.change set status = 'expired', ended_at = now()
     where status = 'waiting' and expires_at <= now() returning ${columns}`,
  )
  return ended.rows
}

/** The changes that are being applied, oldest first. */
export async function listApplying(
  connection: Connection,
): Promise<readonly Pick<Change, 'changeId' | 'kind' | 'subject'>[]> {
  const found = await connection.query<Pick<Change, 'changeId' | 'kind' | 'subject'>>(
    `select id as "changeId", kind, subject from desk.change where status = 'applying' order by id`,
  )
  return found.rows
}

export type ChangeFilter = {
  readonly kinds: readonly string[]
  readonly status: ChangeStatus | null
  readonly page: number
  readonly rows: number
}

/** A page of changes of these kinds, newest first, and the number of all. */
export async function listChanges(
  connection: Connection,
  { kinds, status, page, rows }: ChangeFilter,
): Promise<{ readonly changes: readonly Change[]; readonly total: number }> {
  const conditions = `kind = any($1) and ($2::text is null or ${statusNow} = $2)`
  const counted = await connection.query<{ total: number }>(
    `select count(*)::int as total from desk.change where ${conditions}`,
    [kinds, status],
  )
  const found = await connection.query<Change>(
    `select ${columns} from desk.change where ${conditions} order by id desc limit $3 offset $4`,
    [kinds, status, rows, (page - 1) * rows],
  )
  return { changes: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** How many changes wait for a second operator, and since when. */
export async function countWaiting(
  connection: Connection,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const found = await connection.query<{ count: number; oldestAt: Date | null }>(
    `select count(*)::int as count, min(proposed_at) as "oldestAt" from desk.change
     where status = 'waiting' and expires_at > now()`,
  )
  return found.rows[0] ?? { count: 0, oldestAt: null }
}

/** Changes in these states, oldest first; also for a connection without our type parsers. */
export async function changesIn(
  connection: Connection,
  states: readonly ChangeStatus[],
): Promise<readonly Change[]> {
  const found = await connection.query<Change>(
    `select ${columns} from desk.change where status = any($1) order by id`,
    [states],
  )
  return found.rows
}

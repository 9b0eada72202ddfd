/** Reads the audit log of operators: a page, or all entries that match a filter. */
import type { Database } from '../../platform/database/pool.ts'
import { dayMs, wibDateStartMs } from '../../platform/time/day.ts'

/** Entries that are read in one batch for a file. */
const pieceRows = 1_000

export type AuditFilter = {
  /** An account's id, or `machine` for entries of the system. */
  readonly operator?: string | undefined
  readonly action?: string | undefined
  /** The whole subject, or the part before its colon. */
  readonly subject?: string | undefined
  /** Days in Jakarta, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export type ListedEntry = {
  readonly no: number
  readonly at: Date
  readonly operatorId: number | null
  readonly action: string
  readonly subject: string
  readonly reason: string
  readonly before: unknown
  readonly after: unknown
  readonly hash: Buffer
}

const columns = 'no, at, operator_id as "operatorId", action, subject, reason, before, after, hash'

/** SQL: the conditions of a filter, with $1 to $5 as its values. */
const conditions = `($1::text is null or coalesce(operator_id::text, 'machine') = $1)
  and ($2::text is null or action = $2)
  and ($3::text is null or subject = $3 or starts_with(subject, $3 || ':'))
  and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)`

function valuesOf({ operator, action, subject, from, to }: AuditFilter): readonly unknown[] {
  const startOf = (date: string, days: number) => new Date(wibDateStartMs(date) + days * dayMs)
  return [
    operator ?? null,
    action ?? null,
    subject ?? null,
    from === undefined ? null : startOf(from, 0),
    to === undefined ? null : startOf(to, 1),
  ]
}

/** A page of the audit log, newest first, and the number of all entries. */
export async function listEntries(
  database: Database,
  filter: AuditFilter,
  { page, rows }: { readonly page: number; readonly rows: number },
): Promise<{ readonly rows: readonly ListedEntry[]; readonly total: number }> {
  const values = valuesOf(filter)
  const counted = await database.query<{ total: number }>(
    `select count(*)::int as total from desk.audit_entry where ${conditions}`,
    [...values],
  )
  const found = await database.query<ListedEntry>(
    `select ${columns} from desk.audit_entry where ${conditions} order by no desc limit $6 offset $7`,
    [...values, rows, (page - 1) * rows],
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** All entries that match a filter, oldest first, read in batches. */
export async function* walkEntries(
  database: Database,
  filter: AuditFilter,
): AsyncGenerator<ListedEntry> {
  for (let last = 0; ; ) {
    const found = await database.query<ListedEntry>(
      `select ${columns} from desk.audit_entry where ${conditions} and no > $6 order by no limit $7`,
      [...valuesOf(filter), last, pieceRows],
    )
    yield* found.rows
    if (found.rows.length < pieceRows) return
    last = found.rows.at(-1)?.no ?? last
  }
}

/** The operators, actions and subjects that occur in the audit log. */
export async function recordedNames(database: Database): Promise<{
  readonly operatorIds: readonly number[]
  readonly actions: readonly string[]
}> {
  const operators = await database.query<{ id: number }>(
    `select distinct operator_id as id from desk.audit_entry
     where operator_id is not null order by id`,
  )
  const actions = await database.query<{ action: string }>(
    'select distinct action from desk.audit_entry order by action',
  )
  return {
    operatorIds: operators.rows.map(({ id }) => id),
    actions: actions.rows.map(({ action }) => action),
  }
}

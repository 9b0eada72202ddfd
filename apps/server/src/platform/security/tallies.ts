/**
 * Counters that the program's role in the database cannot reset: rows are only added, and a count is given
 * back only by a row with a proof. If a module's table counts too, the stricter one applies.
 */
import type { Database, Transaction } from '../database/pool.ts'
import type { Keys } from '../secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../secrets/proof.ts'

type Connection = Pick<Database, 'query'>

/** A counted subject with one of its parts. */
export type Counted = { readonly subject: string; readonly part: string }

/** The maxima within the window, in minutes: at most a day, because older rows are deleted. */
export type Caps = {
  readonly ofPart: number
  readonly ofSubject: number
  readonly windowMinutes: number
}

/** The maximum number of rows that are read; more rows must be forged, and nothing is allowed then. */
const rowsMax = 2_000

type Row = {
  readonly id: number
  readonly part: string
  readonly releases: number | null
  readonly mac: Buffer | null
}

/** Counts one more; false, without counting, at the maximum. Serialized per subject. */
export async function countUp(
  transaction: Transaction,
  keys: Keys,
  counted: Counted,
  { ofPart, ofSubject, windowMinutes }: Caps,
): Promise<boolean> {
  const { subject, part } = counted
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [subject])
  const rows = await findRows(transaction, subject, windowMinutes)
  const remaining = withoutGivenBack(keys, subject, rows)
  const isOfPart = remaining.filter((row) => row.part === part)
  const isFull = remaining.length >= ofSubject || isOfPart.length >= ofPart
  if (isFull || rows.length === rowsMax) return false
  await transaction.query('insert into security.tally (subject, part) values ($1, $2)', [
    subject,
    part,
  ])
  return true
}

/** Returns the last count of a part within the window. */
export async function countBack(
  connection: Connection,
  keys: Keys,
  { subject, part }: Counted,
  windowMinutes: number,
): Promise<void> {
  const rows = await findRows(connection, subject, windowMinutes)
  const last = withoutGivenBack(keys, subject, rows).find((row) => row.part === part)
  if (last === undefined) return
  const mac = createProof(keys, 'row', toRelease(subject, last.id))
  await connection.query(
    'insert into security.tally (subject, part, releases, mac) values ($1, $2, $3, $4)',
    [subject, part, last.id, mac],
  )
}

/** Records that something was used up; false if it was before. The caller holds its lock. */
export async function useUp(connection: Connection, { subject, part }: Counted): Promise<boolean> {
  const used = await connection.query(
    `insert into security.tally (subject, part) select $1, $2
     where not exists (select from security.tally where subject = $1 and part = $2)`,
    [subject, part],
  )
  return used.rowCount === 1
}

/** The rows of a subject within the window, the newest first. */
async function findRows(
  connection: Connection,
  subject: string,
  windowMinutes: number,
): Promise<readonly Row[]> {
  const found = await connection.query<Row>(
    `select id::float8 as id, part, releases::float8 as releases, mac from security.tally
     where subject = $1 and at > now() - make_interval(mins => $2) order by id desc limit $3`,
    [subject, windowMinutes, rowsMax],
  )
  return found.rows
}

/** The counts that were not given back. */
function withoutGivenBack(keys: Keys, subject: string, rows: readonly Row[]): readonly Row[] {
  const released = new Set(
    rows.flatMap(({ releases, mac }) =>
      releases !== null && matchesProof(keys, 'row', toRelease(subject, releases), mac)
        ? [releases]
        : [],
    ),
  )
  return rows.filter(({ id, releases }) => releases === null && !released.has(id))
}

function toRelease(subject: string, id: number): Proven {
  return ['tukar tally release 1', subject, id]
}

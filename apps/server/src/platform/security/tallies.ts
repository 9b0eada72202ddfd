/**
 * Counts that nobody resets who writes as the program: rows are only ever added, and one is given back by a row with a
 * proof alone. Where a table of a module counts too, the stricter one holds.
 */
import type { Database, Transaction } from '../database/pool.ts'
import type { Keys } from '../secrets/keys.ts'
import { fits, proofOf, type Proven } from '../secrets/proof.ts'

type Connection = Pick<Database, 'query'>

/** What is counted, and of which part of it. */
export type Counted = { readonly subject: string; readonly part: string }

/** How many within the window, in minutes: at most a day, as older ones are forgotten. */
export type Caps = {
  readonly ofPart: number
  readonly ofSubject: number
  readonly windowMinutes: number
}

/** So many are read at most; where there are more, somebody put them there, and none more is allowed. */
const rowsMax = 2_000

type Row = {
  readonly id: number
  readonly part: string
  readonly releases: number | null
  readonly mac: Buffer | null
}

/** Counts one more; false, and nothing counted, where there were as many as may be. One after the other for a subject. */
export async function countUp(
  transaction: Transaction,
  keys: Keys,
  counted: Counted,
  { ofPart, ofSubject, windowMinutes }: Caps,
): Promise<boolean> {
  const { subject, part } = counted
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [subject])
  const rows = await rowsOf(transaction, subject, windowMinutes)
  const standing = standingOf(keys, subject, rows)
  const isOfPart = standing.filter((row) => row.part === part)
  const isFull = standing.length >= ofSubject || isOfPart.length >= ofPart
  if (isFull || rows.length === rowsMax) return false
  await transaction.query('insert into security.tally (subject, part) values ($1, $2)', [
    subject,
    part,
  ])
  return true
}

/** Gives back the last one that was counted for a part within the window. */
export async function countBack(
  connection: Connection,
  keys: Keys,
  { subject, part }: Counted,
  windowMinutes: number,
): Promise<void> {
  const rows = await rowsOf(connection, subject, windowMinutes)
  const last = standingOf(keys, subject, rows).find((row) => row.part === part)
  if (last === undefined) return
  const mac = proofOf(keys, 'row', releaseOf(subject, last.id))
  await connection.query(
    'insert into security.tally (subject, part, releases, mac) values ($1, $2, $3, $4)',
    [subject, part, last.id, mac],
  )
}

/** Notes that something was used up; false where it was before. The caller holds what it is, so that one is the first. */
export async function useUp(connection: Connection, { subject, part }: Counted): Promise<boolean> {
  const used = await connection.query(
    `insert into security.tally (subject, part) select $1, $2
     where not exists (select from security.tally where subject = $1 and part = $2)`,
    [subject, part],
  )
  return used.rowCount === 1
}

/** The rows of a subject within the window, the newest first. */
async function rowsOf(
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

/** Those that were not given back. */
function standingOf(keys: Keys, subject: string, rows: readonly Row[]): readonly Row[] {
  const released = new Set(
    rows.flatMap(({ releases, mac }) =>
      releases !== null && fits(keys, 'row', releaseOf(subject, releases), mac) ? [releases] : [],
    ),
  )
  return rows.filter(({ id, releases }) => releases === null && !released.has(id))
}

function releaseOf(subject: string, id: number): Proven {
  return ['tukar tally release 1', subject, id]
}

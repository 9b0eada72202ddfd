/**
 * The hash chain of the console's audit log (INV-23): h(n) = SHA-256 of h(n-1) and row n. With the number and
 * hash of an earlier head, as the server's log records them, anybody can check whether earlier rows were
 * changed.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** Rows that are read in one batch. */
const pageRows = 5_000
const hashBytes = 32

/** A row as it is hashed; `before` and `after` are JSON texts. */
export type ChainRow = {
  readonly no: number
  readonly atMs: number
  readonly operatorId: number | null
  readonly action: string
  readonly subject: string
  readonly reason: string
  readonly before: string | null
  readonly after: string | null
}

/** The hash of a row, after the hash of the row before it. */
export function hashRow(previous: Buffer, row: ChainRow): Buffer {
  const { no, atMs, operatorId, action, subject, reason, before, after } = row
  const text = JSON.stringify([no, atMs, operatorId, action, subject, reason, before, after])
  return createHash('sha256').update(previous).update(text).digest()
}

/** The head of the chain; 0 and zeros for an empty log. */
export type ChainHead = { readonly no: number; readonly hash: Buffer }

export type ChainState = {
  /** The last row that was verified. */
  readonly to: number
  /** The hash of that row. */
  readonly hash: Buffer
  /** The first changed or missing row; null if the chain is valid. */
  readonly brokenAt: number | null
}

/** A row as it is stored. */
export type Stored = ChainRow & { readonly hash: Buffer }

/** The head of the chain after this row; null if the row does not follow the head. */
export function nextLink(at: ChainHead, row: Stored): ChainHead | null {
  const hash = hashRow(at.hash, row)
  return row.no === at.no + 1 && hash.equals(row.hash) ? { no: row.no, hash } : null
}

/** The start of a chain. */
export const chainStart: ChainHead = { no: 0, hash: Buffer.alloc(hashBytes) }

/**
 * Reads the audit log and verifies the hash and number of each row, and the head.
 *
 * @param from a head that was verified before and stored outside the database: earlier rows are not read
 * again. Without it, the whole log is read
 */
export async function verifyChain(
  connection: Connection,
  from: ChainHead = chainStart,
): Promise<ChainState> {
  const head = await readHead(connection)
  let at = from
  const stateAt = (brokenAt: number | null) => ({ to: at.no, hash: at.hash, brokenAt })
  if (from.no > 0 && !(await isHeld(connection, from, head))) return stateAt(from.no)
  for (;;) {
    const rows = await readRows(connection, at.no)
    for (const row of rows) {
      const next = nextLink(at, row)
      if (next === null) return stateAt(at.no + 1)
      at = next
      // Rows that were added meanwhile are covered by their own hashes.
      if (row.no === head.no && !at.hash.equals(head.hash)) return stateAt(row.no)
    }
    if (rows.length < pageRows) return stateAt(at.no < head.no ? at.no + 1 : null)
  }
}

/** Whether the row at an earlier head is unchanged, and the current head is not before it. */
async function isHeld(connection: Connection, from: ChainHead, head: ChainHead): Promise<boolean> {
  if (head.no < from.no) return false
  if (head.no === from.no && !head.hash.equals(from.hash)) return false
  const found = await connection.query('select from desk.audit_entry where no = $1 and hash = $2', [
    from.no,
    from.hash,
  ])
  return found.rows.length === 1
}

/** The head of the chain as its last writer stored it. */
export async function readHead(connection: Connection): Promise<ChainHead> {
  const found = await connection.query<{ no: string | number; hash: Buffer }>(
    'select no, hash from desk.audit_head',
  )
  const [head] = found.rows
  if (head === undefined) throw new Error('the head of the audit log is missing')
  return { no: Number(head.no), hash: head.hash }
}

/** Numbers arrive as text on connections without our type parsers. */
type Raw = Omit<Stored, 'no' | 'atMs' | 'operatorId'> & {
  readonly no: string | number
  readonly atMs: string | number
  readonly operatorId: string | number | null
}

function rowColumns(entry: string): string {
  return `${entry}.no, (extract(epoch from ${entry}.at) * 1000)::bigint as "atMs",
    ${entry}.operator_id as "operatorId", ${entry}.action, ${entry}.subject, ${entry}.reason,
    ${entry}.before::text as before, ${entry}.after::text as after, ${entry}.hash`
}

async function readRows(connection: Connection, after: number): Promise<readonly Stored[]> {
  const found = await connection.query<Raw>(
    `select ${rowColumns('e')} from desk.audit_entry e where e.no > $1 order by e.no limit $2`,
    [after, pageRows],
  )
  return found.rows.map(readRow)
}

function readRow<Row extends Raw>(row: Row) {
  return {
    ...row,
    no: Number(row.no),
    atMs: Number(row.atMs),
    operatorId: row.operatorId === null ? null : Number(row.operatorId),
  }
}

/** An entry as stored now, with the hash of its current content. */
export type HeldEntry = Pick<ChainRow, 'no' | 'operatorId' | 'action' | 'subject'> & {
  readonly hash: Buffer
}

/**
 * Entries by number, each with the hash of its current content after the entry before it. A number is omitted
 * if the entry or the one before it is missing, or if the entry does not match its hash.
 */
export async function heldEntries(
  connection: Connection,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, HeldEntry>> {
  if (numbers.length === 0) return new Map()
  const found = await connection.query<Raw & { readonly previous: Buffer | null }>(
    `select ${rowColumns('e')}, p.hash as previous
     from desk.audit_entry e left join desk.audit_entry p on p.no = e.no - 1
     where e.no = any($1)`,
    [numbers],
  )
  const held = found.rows.map(readRow).flatMap(({ previous, ...row }) => {
    const before = row.no === 1 ? chainStart.hash : previous
    const next = before === null ? null : nextLink({ no: row.no - 1, hash: before }, row)
    const { no, operatorId, action, subject, hash } = row
    return next === null ? [] : [[no, { no, operatorId, action, subject, hash }] as const]
  })
  return new Map(held)
}

/**
 * The journal: one row per committed batch, in one autocommit INSERT. The primary key is the fence: a row of
 * an older writer collides with the newer writer's.
 */
import type { Envelope, StateHash } from '@tukar/core'
import type pg from 'pg'
import { decodeCommands } from './codec/index.ts'

/** A row of the journal before it is sealed. */
export type JournalRow = {
  readonly row: number
  readonly epoch: number
  readonly firstSeq: number
  readonly lastSeq: number
  readonly timeMs: number
  readonly rules: number
  readonly commands: Buffer
  readonly events: Buffer
  readonly hash: StateHash
}

/** A stored row with its seal (`seal.ts`), or null if an older version wrote it. */
export type SealedRow = JournalRow & { readonly mac: Buffer | null }

/** A row with the seal of the row before; null for the first. */
export type ChainedRow = SealedRow & { readonly before: Buffer | null }

/** The row's number is taken: another engine writes, or this engine's own append succeeded after all. */
export class JournalCollision extends Error {
  override readonly name = 'JournalCollision'
}

/** A number is missing in the journal. */
export class JournalGap extends Error {
  override readonly name = 'JournalGap'
}

const uniqueViolation = '23505'
/** The maximum number of rows per page, and its approximate maximum in bytes. */
const pageRows = 256
const columns = 'row_no, epoch, first_seq, last_seq, time_ms, rules, commands, events, hash'
/** Seals of rows of older versions are in a separate table. */
const sealIn = (row: string): string =>
  `coalesce(${row}.mac, (select o.mac from exchange.old_seal o where o.row_no = ${row}.row_no))`
const sealed = `select ${columns}, ${sealIn('j')} as mac`

/**
 * Appends a row; resolves once it is on disk.
 *
 * @throws JournalCollision if the number is taken; after any other error the row may or may not exist
 */
export async function appendRow(
  client: pg.ClientBase,
  row: JournalRow,
  mac: Buffer,
): Promise<void> {
  try {
    const done = await client.query({
      name: 'journal-append',
      text: `insert into exchange.journal (${columns}, mac)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        row.row,
        row.epoch,
        row.firstSeq,
        row.lastSeq,
        row.timeMs,
        row.rules,
        row.commands,
        row.events,
        hashBytes(row.hash),
        mac,
      ],
    })
    if (done.command !== 'INSERT' || done.rowCount !== 1) throw new Error('nothing was appended')
  } catch (error) {
    if (isUniqueViolation(error)) throw new JournalCollision(`row ${row.row} is taken`)
    throw error
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}

/**
 * The rows after `afterRow`, in order, read in pages; the next page is fetched while the current one is used.
 *
 * @throws JournalGap if a number is missing
 */
export async function* readRows(
  client: pg.ClientBase,
  afterRow: number,
): AsyncGenerator<SealedRow> {
  let last = afterRow
  let coming = readPage(client, last)
  for (;;) {
    const page = await coming
    const isLastPage = page.length < pageRows
    const end = page.at(-1)?.row ?? last
    if (!isLastPage) coming = readPage(client, end)
    // A reader that stops early does not wait for this page.
    coming.catch(() => undefined)
    for (const row of page) {
      if (row.row !== last + 1) throw new JournalGap(`The journal has a gap before row ${row.row}.`)
      last = row.row
      yield row
    }
    if (isLastPage) return
  }
}

async function readPage(client: pg.ClientBase, afterRow: number): Promise<SealedRow[]> {
  const page = await client.query<FoundRow>({
    name: 'journal-page',
    text: `${sealed} from exchange.journal j where row_no > $1 order by row_no limit ${pageRows}`,
    values: [afterRow],
  })
  return page.rows.map(toRow)
}

const chained = `${sealed}, (select ${sealIn('b')} from exchange.journal b
  where b.row_no = j.row_no - 1) as before from exchange.journal j`

/** The row of this number, or null. */
export function readRow(client: pg.ClientBase, row: number): Promise<ChainedRow | null> {
  return readChained(client, `${chained} where row_no = $1`, [row])
}

/** The journal's last row; null while it is empty. */
export function readEnd(client: pg.ClientBase): Promise<ChainedRow | null> {
  return readChained(client, `${chained} order by row_no desc limit 1`, [])
}

async function readChained(
  client: pg.ClientBase,
  text: string,
  values: readonly number[],
): Promise<ChainedRow | null> {
  const found = await client.query<FoundRow & { readonly before: Buffer | null }>(text, [...values])
  const [only] = found.rows
  return only === undefined ? null : { ...toRow(only), before: only.before }
}

/** Seals rows without a seal, in one commit. */
export async function sealRows(
  client: pg.ClientBase,
  rows: readonly { readonly row: number; readonly mac: Buffer }[],
): Promise<void> {
  await client.query(
    `insert into exchange.old_seal (row_no, mac)
     select * from unnest($1::bigint[], $2::bytea[]) on conflict do nothing`,
    [rows.map(({ row }) => row), rows.map(({ mac }) => mac)],
  )
}

type FoundRow = Record<
  'row_no' | 'epoch' | 'first_seq' | 'last_seq' | 'time_ms' | 'rules',
  string | number
> & {
  readonly commands: Buffer
  readonly events: Buffer
  readonly hash: Buffer
  readonly mac: Buffer | null
}

function toRow(found: FoundRow): SealedRow {
  return {
    row: Number(found.row_no),
    epoch: Number(found.epoch),
    firstSeq: Number(found.first_seq),
    lastSeq: Number(found.last_seq),
    timeMs: Number(found.time_ms),
    rules: Number(found.rules),
    commands: found.commands,
    events: found.events,
    hash: hashOfBytes(found.hash),
    mac: found.mac,
  }
}

/** The commands of a row. */
export function decodeRowCommands(row: JournalRow): readonly Envelope[] {
  return decodeCommands(row.commands)
}

/** A hash as the eight bytes of a column. */
export function hashBytes(hash: StateHash): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeUInt32BE(hash[0], 0)
  bytes.writeUInt32BE(hash[1], 4)
  return bytes
}

/** The hash of `hashBytes`. */
export function hashOfBytes(bytes: Buffer): StateHash {
  return [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
}

/** Whether two hashes are equal. */
export function sameHash(one: StateHash, other: StateHash): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

/** Eight hexadecimal digits per word, for messages. */
export function hashText(hash: StateHash): string {
  return hashBytes(hash).toString('hex')
}

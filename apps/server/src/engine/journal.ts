/**
 * The journal: one row a committed batch, in one autocommit INSERT. The primary key is the fence: a row
 * that an older writer appends collides with the newer one's.
 */
import type { Envelope, StateHash } from '@tukar/core'
import type pg from 'pg'
import { decodeCommands } from './codec/index.ts'

/** A batch as it is written. */
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

/** Somebody else wrote this row: we are no longer the writer, or our own append did go through. */
export class JournalCollision extends Error {
  override readonly name = 'JournalCollision'
}

const uniqueViolation = '23505'
const pageRows = 500

export async function appendRow(client: pg.ClientBase, row: JournalRow): Promise<void> {
  try {
    await client.query({
      name: 'journal-append',
      text: `insert into exchange.journal
        (row_no, epoch, first_seq, last_seq, time_ms, rules, commands, events, hash)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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
      ],
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new JournalCollision(`row ${row.row} is taken`)
    throw error
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}

/** The rows behind `afterRow`, in order, without a gap, read in pages. */
export async function* readRows(
  client: pg.ClientBase,
  afterRow: number,
): AsyncGenerator<JournalRow> {
  for (let last = afterRow; ; ) {
    const page = await client.query({
      name: 'journal-page',
      text: `select row_no, epoch, first_seq, last_seq, time_ms, rules, commands, events, hash
        from exchange.journal where row_no > $1 order by row_no limit ${pageRows}`,
      values: [last],
    })
    for (const found of page.rows) {
      const row = toRow(found)
      if (row.row !== last + 1) throw new Error(`the journal has a gap before row ${row.row}`)
      last = row.row
      yield row
    }
    if (page.rows.length < pageRows) return
  }
}

type FoundRow = Record<
  'row_no' | 'epoch' | 'first_seq' | 'last_seq' | 'time_ms' | 'rules',
  string | number
> & { readonly commands: Buffer; readonly events: Buffer; readonly hash: Buffer }

function toRow(found: FoundRow): JournalRow {
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
  }
}

/** The commands of a row. */
export function commandsOf(row: JournalRow): readonly Envelope[] {
  return decodeCommands(row.commands)
}

export function hashBytes(hash: StateHash): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeUInt32BE(hash[0], 0)
  bytes.writeUInt32BE(hash[1], 4)
  return bytes
}

export function hashOfBytes(bytes: Buffer): StateHash {
  return [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
}

export function sameHash(one: StateHash, other: StateHash): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

/** Eight hexadecimal digits a word, as messages show it. */
export function hashText(hash: StateHash): string {
  return hashBytes(hash).toString('hex')
}

/**
 * The last acknowledged journal row, stored outside the database. A database without that row was rolled
 * back, for example because a lagging replica was promoted. Leading on it would lose what was acknowledged.
 * The mark also records whether the journal was sealed: in a sealed journal a row without a seal is refused.
 */
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { StateHash } from '@tukar/core'
import type pg from 'pg'
import { BootRefused } from './recovery/boot-checks.ts'
import { hashOfBytes, hashText, readEnd, readRow, sameHash } from './journal.ts'
import { firstSeal, type Seal } from './seal.ts'

/** A journal row and the hash of the state after it; row 0 precedes the first row. */
export type Mark = {
  readonly row: number
  readonly hash: StateHash
  /** The seal of the row; null if the journal was not sealed as of this mark. */
  readonly mac: Buffer | null
}

const noHash: StateHash = [0, 0]

/**
 * The path of the file in the server's data folder.
 *
 * @param installation the id of the exchange: a folder may serve several databases in turn
 */
export function markFileIn(dataDir: string, installation: string): string {
  return path.join(dataDir, 'acknowledged', `${installation}.json`)
}

/**
 * Reads the stored mark, or null if there is none.
 *
 * @throws BootRefused if the file exists and cannot be parsed
 */
export function readMark(file: string): Mark | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new BootRefused(`The file ${file} cannot be read: ${String(error)}.`)
  }
  const found = /^\{"row":(\d+),"hash":"([0-9a-f]{16})"(?:,"mac":"([0-9a-f]{64})")?\}\n$/.exec(text)
  const [, row, hash, mac] = found ?? []
  if (row === undefined || hash === undefined) {
    throw new BootRefused(`The file ${file} does not say which journal row was acknowledged last.`)
  }
  return {
    row: Number(row),
    hash: hashOfBytes(Buffer.from(hash, 'hex')),
    mac: mac === undefined ? null : Buffer.from(mac, 'hex'),
  }
}

/** Stores a mark atomically: after an interruption or a loss of power the previous mark is still there. */
export async function saveMark(file: string, { row, hash, mac }: Mark): Promise<void> {
  const next = `${file}.${process.pid}`
  await mkdir(path.dirname(file), { recursive: true })
  const sealed = mac === null ? '' : `,"mac":"${mac.toString('hex')}"`
  const text = `{"row":${row},"hash":"${hashText(hash)}"${sealed}}\n`
  await writeFile(next, text, { flush: true })
  await rename(next, file)
}

/**
 * Deletes the stored row, because an older database is intended. That its journal was sealed stays stored.
 */
export async function forgetMark(file: string): Promise<void> {
  const known = readMarkState(file)
  if (known === 'nothing') return
  await saveMark(file, { row: 0, hash: noHash, mac: known === 'unsealed' ? null : firstSeal })
}

function readMarkState(file: string): 'nothing' | 'sealed' | 'unsealed' {
  try {
    const mark = readMark(file)
    if (mark === null) return 'nothing'
    return mark.mac === null ? 'unsealed' : 'sealed'
  } catch {
    return 'sealed'
  }
}

/** Lets the next start seal rows without a seal, if nothing is known of the journal yet. */
export async function letSealFirst(file: string): Promise<void> {
  if (readMark(file) === null) await letSeal(file)
}

/**
 * Lets the next start seal rows without a seal: the operator confirms that this database is from an older
 * version.
 */
export async function letSeal(file: string): Promise<void> {
  await saveMark(file, { row: 0, hash: noHash, ...readMark(file), mac: null })
}

/** The later of two marks. */
export function laterMark(one: Mark | null, other: Mark | null): Mark | null {
  if (one === null || other === null) return one ?? other
  return other.row > one.row ? other : one
}

/**
 * Reads the end of the journal while another server leads; null if it is empty or not sealed to its end yet.
 *
 * @param known what this server knows of the journal
 * @throws BootRefused if the last row was not written by an engine
 */
export async function readEndMark(
  client: pg.ClientBase,
  seal: Seal,
  known: Mark | null,
): Promise<Mark | null> {
  const end = await readEnd(client)
  const mayBeUnsealed = known === null || known.mac === null
  if (end === null || (end.mac === null && mayBeUnsealed)) return null
  return { row: end.row, hash: end.hash, mac: seal.checkChained(end) }
}

/** Refuses a journal that ends before the acknowledged row, or has another row in its place. */
export async function requireAcknowledged(client: pg.ClientBase, mark: Mark | null): Promise<void> {
  if (mark === null || mark.row === 0) return
  const endRow = (await readEnd(client))?.row ?? 0
  const how = 'docs/operations.md says under "A database that went back" what to do.'
  if (endRow < mark.row) {
    throw new BootRefused(
      `The journal ends at row ${endRow}, but row ${mark.row} was acknowledged: ` +
        `this database is older than the answers that were sent. ${how}`,
    )
  }
  const found = await readRow(client, mark.row)
  if (found === null) {
    throw new BootRefused(
      `Journal row ${mark.row}, which was acknowledged, is missing: this database has another history. ${how}`,
    )
  }
  if (!sameHash(found.hash, mark.hash)) {
    throw new BootRefused(
      `Journal row ${mark.row} has the state hash ${hashText(found.hash)}, but ` +
        `${hashText(mark.hash)} was acknowledged: this database has another history. ${how}`,
    )
  }
  if (mark.mac === null || found.mac?.equals(mark.mac) === true) return
  throw new BootRefused(
    `Journal row ${mark.row} has a different seal than the acknowledged row: ` +
      `this database has another history. ${how}`,
  )
}

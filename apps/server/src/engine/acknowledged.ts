/**
 * The last journal row that callers were answered from, remembered outside of the database. A database that does
 * not hold it went back, as a replica does that lagged behind and was promoted: who led on it would lose what was
 * acknowledged. The mark says besides whether the journal was sealed: in one that was, a row without a
 * seal is refused.
 */
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { StateHash } from '@tukar/core'
import type pg from 'pg'
import { BootRefused } from './boot-checks.ts'
import { hashOfBytes, hashText, readEnd, readRow, sameHash } from './journal.ts'
import { firstSeal, type Seal } from './seal.ts'

/** A row of the journal and the state after it; row 0 stands before the first. */
export type Mark = {
  readonly row: number
  readonly hash: StateHash
  /** The seal of the row; null: as far as this mark knows the journal was not sealed yet. */
  readonly mac: Buffer | null
}

const noHash: StateHash = [0, 0]

/**
 * The file below the folder of the server's data.
 *
 * @param installation the id of the exchange: a folder may serve several databases one after the other
 */
export function markFileIn(dataDir: string, installation: string): string {
  return path.join(dataDir, 'acknowledged', `${installation}.json`)
}

/**
 * The mark that was kept, or null where none was.
 *
 * @throws BootRefused where the file is there and says nothing
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

/** Keeps a mark; whatever breaks it off leaves the one before, a loss of power too. */
export async function keepMark(file: string, { row, hash, mac }: Mark): Promise<void> {
  const next = `${file}.${process.pid}`
  await mkdir(path.dirname(file), { recursive: true })
  const sealed = mac === null ? '' : `,"mac":"${mac.toString('hex')}"`
  const text = `{"row":${row},"hash":"${hashText(hash)}"${sealed}}\n`
  await writeFile(next, text, { flush: true })
  await rename(next, file)
}

/** Forgets the row: an older database is meant. That its journal was sealed is not forgotten. */
export async function forgetMark(file: string): Promise<void> {
  const known = whatIsKept(file)
  if (known === 'nothing') return
  await keepMark(file, { row: 0, hash: noHash, mac: known === 'unsealed' ? null : firstSeal })
}

function whatIsKept(file: string): 'nothing' | 'sealed' | 'unsealed' {
  try {
    const mark = readMark(file)
    if (mark === null) return 'nothing'
    return mark.mac === null ? 'unsealed' : 'sealed'
  } catch {
    return 'sealed'
  }
}

/** Lets the next start seal what bears no seal, where nothing is known of the journal yet. */
export async function letSealFirst(file: string): Promise<void> {
  if (readMark(file) === null) await letSeal(file)
}

/** Lets the next start seal what bears no seal: somebody says that this database is from before. */
export async function letSeal(file: string): Promise<void> {
  await keepMark(file, { row: 0, hash: noHash, ...readMark(file), mac: null })
}

/** The later of two marks. */
export function laterOf(one: Mark | null, other: Mark | null): Mark | null {
  if (one === null || other === null) return one ?? other
  return other.row > one.row ? other : one
}

/**
 * The end of the journal while another server leads: null while it is empty, or not sealed to its end yet.
 *
 * @param known what this server knows of the journal
 * @throws BootRefused where somebody else than an engine wrote the end
 */
export async function endOf(
  client: pg.ClientBase,
  seal: Seal,
  known: Mark | null,
): Promise<Mark | null> {
  const end = await readEnd(client)
  const mayBeUnsealed = known === null || known.mac === null
  if (end === null || (end.mac === null && mayBeUnsealed)) return null
  return { row: end.row, hash: end.hash, mac: seal.checkChained(end) }
}

/** Refuses a journal that ends before what was acknowledged, or has something else there. */
export async function requireAcknowledged(client: pg.ClientBase, mark: Mark | null): Promise<void> {
  if (mark === null || mark.row === 0) return
  const endRow = (await readEnd(client))?.row ?? 0
  const how = 'docs/operations.md says under "A database that went back" what to do.'
  if (endRow < mark.row) {
    throw new BootRefused(
      `The journal ends at row ${endRow}, but row ${mark.row} was acknowledged: ` +
        `this database is older than what was answered. ${how}`,
    )
  }
  const found = await readRow(client, mark.row)
  if (found === null) {
    throw new BootRefused(
      `Journal row ${mark.row}, which was acknowledged, is not there: this database has another history. ${how}`,
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
    `Journal row ${mark.row} bears another seal than the row that was acknowledged: ` +
      `this database has another history. ${how}`,
  )
}

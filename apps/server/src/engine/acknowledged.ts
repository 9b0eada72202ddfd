/**
 * The last journal row that callers were answered from, remembered outside of the database. A database that does
 * not hold it went back, as a replica does that lagged behind and was promoted: who led on it would lose what was
 * acknowledged.
 */
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { StateHash } from '@tukar/core'
import type pg from 'pg'
import { BootRefused } from './boot-checks.ts'
import { hashBytes, hashOfBytes, hashText, readRow, sameHash } from './journal.ts'

/** A row of the journal and the state after it. */
export type Mark = { readonly row: number; readonly hash: StateHash }

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
  const found = /^\{"row":(\d+),"hash":"([0-9a-f]{16})"\}\n$/.exec(text)
  const [, row, hash] = found ?? []
  if (row === undefined || hash === undefined) {
    throw new BootRefused(`The file ${file} does not say which journal row was acknowledged last.`)
  }
  return { row: Number(row), hash: hashOfBytes(Buffer.from(hash, 'hex')) }
}

/** Keeps a mark; whatever breaks it off leaves the one before, a loss of power too. */
export async function keepMark(file: string, { row, hash }: Mark): Promise<void> {
  const next = `${file}.${process.pid}`
  await mkdir(path.dirname(file), { recursive: true })
  const text = `{"row":${row},"hash":"${hashBytes(hash).toString('hex')}"}\n`
  await writeFile(next, text, { flush: true })
  await rename(next, file)
}

/** Forgets it: an older database is meant. */
export function forgetMark(file: string): void {
  rmSync(file, { force: true })
}

/** The later of two marks. */
export function laterOf(one: Mark | null, other: Mark | null): Mark | null {
  if (one === null || other === null) return one ?? other
  return other.row > one.row ? other : one
}

/** The end of the journal, or null while it is empty. */
export async function endOf(client: pg.ClientBase): Promise<Mark | null> {
  const found = await client.query<{ row: string; hash: Buffer }>(
    'select row_no as row, hash from exchange.journal order by row_no desc limit 1',
  )
  const [end] = found.rows
  return end === undefined ? null : { row: Number(end.row), hash: hashOfBytes(end.hash) }
}

/** Refuses a journal that ends before what was acknowledged, or has something else there. */
export async function requireAcknowledged(client: pg.ClientBase, mark: Mark | null): Promise<void> {
  if (mark === null) return
  const endRow = (await endOf(client))?.row ?? 0
  const how = 'docs/operations.md says under "A database that went back" what to do.'
  if (endRow < mark.row) {
    throw new BootRefused(
      `The journal ends at row ${endRow}, but row ${mark.row} was acknowledged: ` +
        `this database is older than what was answered. ${how}`,
    )
  }
  const found = await readRow(client, mark.row)
  if (found === null || sameHash(found.hash, mark.hash)) return
  throw new BootRefused(
    `Journal row ${mark.row} has the state hash ${hashText(found.hash)}, but ` +
      `${hashText(mark.hash)} was acknowledged: this database has another history. ${how}`,
  )
}

/**
 * The signer's book: one append-only file, synced before any record is used. Each line has a proof and a
 * record; the proof covers the record and the previous proof, so that no line can be changed, removed or
 * moved without the seed. An incomplete last line was never answered, and is cut off at the next start.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { parseJson } from '../shape.ts'
import { exists, syncFolder } from './files.ts'
import { type BookRecord, parseRecord, encodeRecord } from './records.ts'

export type Book = {
  /** Resolves once the record is on disk; after a failure the book accepts no more. */
  append(record: BookRecord): Promise<void>
  readonly isBroken: () => boolean
  close(): Promise<void>
}

const ownerOnly = 0o600
const lineEnd = 0x0a
const macHexLength = 64

/** The book's path in the signer's folder. */
export function bookFile(folder: string): string {
  return path.join(folder, 'signed.log')
}

/** Whether the folder has a non-empty book. */
export function hasBook(folder: string): Promise<boolean> {
  return exists(bookFile(folder))
}

/** Opens the book and passes on its records; throws for a changed line. */
export async function openBook(
  folder: string,
  key: Buffer,
): Promise<{ readonly book: Book; readonly records: readonly BookRecord[] }> {
  const isNew = !(await hasBook(folder))
  const handle = await open(bookFile(folder), 'a+', ownerOnly)
  try {
    if (isNew) await syncFolder(folder)
    const bytes = await handle.readFile()
    const whole = bytes.subarray(0, bytes.lastIndexOf(lineEnd) + 1)
    const { records, mac } = readLines(whole, key)
    if (whole.length < bytes.length) {
      await handle.truncate(whole.length)
      await handle.sync()
    }
    return { book: bookOn(handle, key, mac), records }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads a book without opening it for writing: for commands. */
export function readLines(
  bytes: Buffer,
  key: Buffer,
): { readonly records: readonly BookRecord[]; readonly mac: string } {
  const records: BookRecord[] = []
  let mac = ''
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, at)
    if (end < 0) break
    const line = bytes.toString('utf8', at, end)
    const given = line.slice(0, macHexLength)
    const text = line.slice(macHexLength + 1)
    mac = createMac(key, mac, text)
    const record = isSame(given, mac) ? parseRecord(parseJson(text)) : null
    if (record === null) throw new Error(`line ${records.length + 1} of the book was changed`)
    records.push(record)
    at = end + 1
  }
  return { records, mac }
}

function bookOn(handle: FileHandle, key: Buffer, last: string): Book {
  let mac = last
  let isBroken = false
  return {
    async append(record) {
      if (isBroken) throw new Error('the book is broken')
      const text = encodeRecord(record)
      const next = createMac(key, mac, text)
      try {
        await handle.appendFile(`${next} ${text}\n`)
        await handle.datasync()
      } catch (error) {
        // Only the next start can tell how much of the line was written.
        isBroken = true
        throw error
      }
      mac = next
    },
    isBroken: () => isBroken,
    close: () => handle.close(),
  }
}

function createMac(key: Buffer, before: string, text: string): string {
  return createHmac('sha256', key).update(`${before}\n${text}`).digest('hex')
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

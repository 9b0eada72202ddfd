/**
 * Searches everything that the exchange leaves behind for planted values, in plain text, hex and base64, at
 * any position of a longer text.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Pool } from 'pg'

/** A value that must not be found. */
export type SecretValue = {
  readonly what: string
  readonly bytes: Buffer
  /** The value is e-mailed to its owner, so it may occur in the mailbox, and nowhere else. */
  readonly isMailed?: boolean
}

/** A searched text with its name. */
export type SearchedText = { readonly name: string; readonly content: Buffer }

/** Shorter values occur in random bytes by chance. */
const bytesMin = 8

/** A text to plant. */
export function plantedText(what: string, text: string, isMailed = false): SecretValue {
  return planted(what, Buffer.from(text), isMailed)
}

/** Bytes to plant. */
export function planted(what: string, bytes: Buffer, isMailed = false): SecretValue {
  if (bytes.length < bytesMin) throw new Error(`${what} is too short to be found for sure`)
  return { what, bytes, isMailed }
}

/** All encodings in which the bytes could be stored. */
function formsOf(bytes: Buffer): readonly Buffer[] {
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].map((shift) => base64Of(bytes, shift))
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const texts = [hex, hex.toUpperCase(), ...base64, ...url]
  const web = encodeURIComponent(bytes.toString('latin1'))
  const json = JSON.stringify(bytes.toString('utf8')).slice(1, -1)
  const all = [bytes, ...[...texts, web, json].map((text) => Buffer.from(text))]
  return [...new Map(all.map((form) => [form.toString('latin1'), form])).values()]
}

/**
 * The base64 letters that do not depend on the neighboring bytes, for a value that begins `shift` bytes into
 * a group of three.
 */
function base64Of(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replaceAll('=', '')
  const isWhole = (shift + bytes.length) % 3 === 0
  return text.slice(shift === 0 ? 0 : shift + 1, isWhole ? undefined : -1)
}

type Needle = { readonly what: string; readonly form: Buffer }

/** The secret values that occur in the searched texts, as `what in place`; empty if there are none. */
export function findLeaks(
  all: readonly SecretValue[],
  places: Iterable<SearchedText>,
): readonly string[] {
  // Sorted by their first three bytes, so that one pass finds them all.
  const byStart = new Map<number, Needle[]>()
  for (const { what, bytes } of all) {
    for (const form of formsOf(bytes)) {
      const start = form.readUIntBE(0, 3)
      byStart.set(start, [...(byStart.get(start) ?? []), { what, form }])
    }
  }
  const isStart = new Uint8Array(1 << 24)
  for (const start of byStart.keys()) isStart[start] = 1
  const leaks = new Set<string>()
  for (const { name, content } of places) {
    let window = 0
    for (let at = 0; at < content.length; at++) {
      window = ((window << 8) | (content[at] ?? 0)) & 0xffffff
      if (at < 2 || isStart[window] === 0) continue
      for (const { what, form } of byStart.get(window) ?? []) {
        if (content.subarray(at - 2, at - 2 + form.length).equals(form)) {
          leaks.add(`${what} in ${name}`)
        }
      }
    }
  }
  return [...leaks]
}

/** Every table of a database with all rows as text. Bytes appear as hex. */
export async function readTables(databaseUrl: string): Promise<readonly SearchedText[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  try {
    const tables = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const places: SearchedText[] = []
    for (const { name } of tables.rows) {
      const rows = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
      places.push({ name, content: Buffer.from(rows.rows.map(({ row }) => row).join('\n')) })
    }
    // Writes the database's memory to its files.
    await pool.query('checkpoint')
    return places
  } finally {
    await pool.end()
  }
}

/** All files below a folder. */
export function* readFolder(folder: string): Generator<SearchedText> {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, entry)
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (found?.isFile() === true) yield { name: entry, content: readFileSync(file) }
  }
}

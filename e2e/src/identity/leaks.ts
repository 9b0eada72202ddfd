/**
 * Looks for planted values in whatever the exchange leaves behind: in the clear, in hex and in base64, in
 * whatever place of a longer text they would stand.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Pool } from 'pg'

/** Something that nobody may find. */
export type SecretValue = {
  readonly what: string
  readonly bytes: Buffer
  /** Goes by mail to its owner, who has to read it: it may stand in the mailbox, and nowhere else. */
  readonly isMailed?: boolean
}

/** A text in which is looked, and what it is. */
export type SearchedText = { readonly name: string; readonly content: Buffer }

/** Shorter values stand by chance in random bytes. */
const bytesMin = 8

/** A planted text. */
export function plantedText(what: string, text: string, isMailed = false): SecretValue {
  return planted(what, Buffer.from(text), isMailed)
}

/** Planted bytes. */
export function planted(what: string, bytes: Buffer, isMailed = false): SecretValue {
  if (bytes.length < bytesMin) throw new Error(`${what} is too short to be found for sure`)
  return { what, bytes, isMailed }
}

/** All the forms in which bytes could stand somewhere. */
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

/** The letters of base64 that do not depend on what stands around, `shift` bytes into a group of three. */
function base64Of(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replaceAll('=', '')
  const isWhole = (shift + bytes.length) % 3 === 0
  return text.slice(shift === 0 ? 0 : shift + 1, isWhole ? undefined : -1)
}

type Needle = { readonly what: string; readonly form: Buffer }

/** What of it stands in these places, as `what in place`; nothing where all is well. */
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

/** Every table of a database with all its rows as text; bytes stand there in hex. */
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
    // So that what lies in the memory of the database lies in its files, too.
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

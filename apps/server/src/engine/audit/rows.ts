/**
 * Table rows for the audit: every value as text, a row identified by its key, a difference as one plain
 * sentence.
 */
import type pg from 'pg'

/** A value from a table's column or from the replay. */
export type Cell = string | number | bigint | boolean | null | Uint8Array | readonly Cell[]
export type Row = Readonly<Record<string, Cell>>

/** A table of the schema `exchange`, the compared columns, and which of them are its key. */
export type TableSpec = {
  readonly name: string
  readonly keys: readonly string[]
  readonly columns: readonly string[]
}

const pageRows = 5_000

/** A value for comparing and printing; bytes as hexadecimal digits. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return 'empty'
  if (typeof cell === 'object') {
    return 'BYTES_PER_ELEMENT' in cell
      ? Buffer.from(cell).toString('hex')
      : cell.map(cellText).join(',')
  }
  return String(cell)
}

/** The key of a row, which identifies it. */
export function toKey(spec: TableSpec, row: Row): string {
  return spec.keys.map((key) => cellText(row[key])).join('/')
}

/** Describes the difference between a table row and the expected row; null if they are equal. */
export function findDifference(spec: TableSpec, expected: Row, found: Row): string | null {
  for (const column of spec.columns) {
    const [wanted, is] = [cellText(expected[column]), cellText(found[column])]
    if (wanted === is) continue
    return `exchange.${spec.name} ${toKey(spec, found)}: ${column} is ${is}, the journal gives ${wanted}.`
  }
  return null
}

/** Describes a missing row. */
export function missingRow(spec: TableSpec, key: string): string {
  return `exchange.${spec.name} has no row ${key}, which the journal gives.`
}

/** Describes an unexpected row. */
export function extraRow(spec: TableSpec, key: string): string {
  return `exchange.${spec.name} has a row ${key}, which the journal does not give.`
}

/** All rows of a table, in pages. It needs a transaction that nothing else uses meanwhile. */
export async function* allRows(client: pg.ClientBase, spec: TableSpec): AsyncGenerator<Row> {
  const columns = selected(spec)
  await client.query(
    `declare audited no scroll cursor for select ${columns} from exchange.${spec.name}`,
  )
  try {
    for (;;) {
      const page = await client.query<Record<string, Cell>>(`fetch ${pageRows} from audited`)
      yield* page.rows
      if (page.rows.length < pageRows) return
    }
  } finally {
    await client.query('close audited')
  }
}

/** The rows of a table with these keys: integers, or texts if the table's keys are texts. */
export async function rowsByKeys(
  client: pg.ClientBase,
  spec: TableSpec,
  keys: readonly (readonly (number | string)[])[],
): Promise<readonly Row[]> {
  const lists = spec.keys.map((_, place) => keys.map((key) => key[place] ?? 0))
  const typeOf = (place: number) => (typeof keys[0]?.[place] === 'string' ? 'text' : 'bigint')
  const places = spec.keys.map((_, place) => `$${place + 1}::${typeOf(place)}[]`).join(', ')
  const names = spec.keys.map((_, place) => `k${place}`).join(', ')
  const matches = spec.keys.map((key, place) => `t.${key} = k.k${place}`).join(' and ')
  const found = await client.query<Record<string, Cell>>({
    name: `audit-${spec.name}`,
    text: `select ${selected(spec, 't.')} from unnest(${places}) as k(${names})
      join exchange.${spec.name} t on ${matches}`,
    values: lists,
  })
  return found.rows
}

function selected(spec: TableSpec, prefix = ''): string {
  const names = new Set([...spec.keys, ...spec.columns])
  return [...names].map((name) => `${prefix}${name}`).join(', ')
}

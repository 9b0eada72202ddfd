/** Compares tables with the replayed journal, in chunks by key or completely. */
import type pg from 'pg'
import { type Check, note, timed } from './checks.ts'
import type { ExpectedRow } from './expected.ts'
import {
  allRows,
  findDifference,
  extraRow,
  toKey,
  missingRow,
  type Row,
  rowsByKeys,
  type TableSpec,
} from './rows.ts'

/** A table that is compared in chunks; its rows are counted once, at the end. */
export type Chunked = {
  readonly spec: TableSpec
  readonly check: Check
  /** How many of the expected rows were found. */
  present: number
}

/**
 * Compares a chunk of expected rows with the table.
 *
 * @param mayBeGone whether a row may have been pruned
 */
export async function compareChunk(
  client: pg.ClientBase,
  table: Chunked,
  chunk: readonly ExpectedRow[],
  mayBeGone: (row: Row) => boolean = () => false,
): Promise<void> {
  if (chunk.length === 0) return
  const { spec, check } = table
  await timed(check, async () => {
    const rows = await rowsByKeys(
      client,
      spec,
      chunk.map(({ key }) => key),
    )
    const found = new Map(rows.map((row) => [toKey(spec, row), row]))
    table.present += rows.length
    check.count += chunk.length
    for (const { key, row, presence } of chunk) {
      const name = key.join('/')
      const is = found.get(name)
      if (presence === 'forbidden') note(check, is === undefined ? null : extraRow(spec, name))
      else if (is !== undefined) note(check, findDifference(spec, row, is))
      else if (!mayBeGone(row)) note(check, missingRow(spec, name))
    }
  })
}

/** After the last chunk: the table must not have other rows. */
export async function compareCount(client: pg.ClientBase, table: Chunked): Promise<void> {
  const { spec, check, present } = table
  await timed(check, async () => {
    const found = await client.query<{ count: string }>(
      `select count(*) as count from exchange.${spec.name}`,
    )
    const count = Number(found.rows[0]?.count)
    if (count === present) return
    note(
      check,
      `exchange.${spec.name} has ${count} rows; only ${present} of them are among the journal's.`,
    )
  })
}

/** Compares every row of a table. */
export async function compareWhole(
  client: pg.ClientBase,
  spec: TableSpec,
  check: Check,
  expected: Iterable<Row>,
): Promise<void> {
  await timed(check, async () => {
    const left = new Map<string, Row>()
    for (const row of expected) left.set(toKey(spec, row), row)
    check.count += left.size
    for await (const row of allRows(client, spec)) {
      const key = toKey(spec, row)
      const wanted = left.get(key)
      note(check, wanted === undefined ? extraRow(spec, key) : findDifference(spec, wanted, row))
      left.delete(key)
    }
    for (const key of left.keys()) note(check, missingRow(spec, key))
  })
}

/** The common parts of list calls: parsing the query, and the data of the answer (DEC-137). */
import { type List, type ListData, type ListFields, readList } from '@tukar/wire'
import { Refusal } from '../http/refusal.ts'
import type { Page } from './select-rows.ts'

/** Parses a list query; refuses one that this call does not support. */
export function listOf(query: unknown, fields: ListFields, sort: string): List {
  const list = readList(query, fields, sort)
  if (list === null) throw new Refusal('list.malformed')
  return list
}

/** The data of a list answer: each record as its row of the wire. */
export function listData<R, Row>(
  { page, rows }: List,
  found: Page<R>,
  rowOf: (record: R) => Row,
): ListData<Row> {
  return { datas: found.rows.map(rowOf), total: found.total, page, rows }
}

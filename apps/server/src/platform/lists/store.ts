/**
 * The list form over a table (SRV-05): columns come only from the caller's table, values are bound, and the
 * owner's condition precedes every filter.
 */
import type { List } from '@tukar/wire'
import type { Database } from '../database/pool.ts'
import { type Columns, findColumn, toCondition } from './conditions.ts'
import type { Page } from './select-rows.ts'

/** Totals are exact up to this count. */
export const countedMax = 10_000

export type Source = Columns & {
  /** The selected expressions, named like the row's fields. */
  readonly select: string
  /** Conditions that always apply, with `$1`… for `values`. */
  readonly where: string
  readonly values: readonly unknown[]
  /** Ties go by this column. */
  readonly tie: string
}

/** One page of a table and how many rows there are in all, at most `countedMax`. */
export async function selectPage<Row extends object>(
  database: Database,
  source: Source,
  list: List,
): Promise<Page<Row>> {
  const values = [...source.values]
  const conditions = list.filters.map((rule) => toCondition(rule, source, values))
  const where = [source.where, ...conditions].join(' and ')
  const counted = await database.query<{ total: number }>(
    `select count(*)::int as total from
      (select 1 from ${source.table} where ${where} limit ${countedMax}) counted`,
    values,
  )
  const found = await database.query<Row>(
    `select ${source.select} from ${source.table} where ${where}
     order by ${findColumn(source, list.sort)} ${list.order}, ${source.tie} ${list.order}
     limit ${list.rows} offset ${(list.page - 1) * list.rows}`,
    values,
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * The list form over a table (SRV-05): columns come from the caller's table alone, values are bound, and
 * the owner's condition stands before every filter.
 */
import type { FilterRule, List } from '@tukar/wire'
import type { Database } from '../database/pool.ts'

/** A total is exact up to here. */
export const countedMax = 10_000

export type Source = {
  readonly table: string
  /** What is selected, each named as the row's field. */
  readonly select: string
  /** Conditions that always hold, with `$1`… for `values`. */
  readonly where: string
  readonly values: readonly unknown[]
  /** The column of each name that the list may be sorted and filtered by. */
  readonly columns: Readonly<Record<string, string>>
  /** Ties go by this column. */
  readonly tie: string
}

const comparisons = { equal: '=', notequal: '<>', greater: '>', less: '<' } as const

/** One page of a table and how many rows there are in all, at most `countedMax`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the row
export async function selectPage<Row extends object>(
  database: Database,
  source: Source,
  list: List,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const values = [...source.values]
  const conditions = list.filters.map((rule) => conditionOf(rule, source, values))
  const where = [source.where, ...conditions].join(' and ')
  const counted = await database.query<{ total: number }>(
    `select count(*)::int as total from
      (select 1 from ${source.table} where ${where} limit ${countedMax}) counted`,
    values,
  )
  const found = await database.query<Row>(
    `select ${source.select} from ${source.table} where ${where}
     order by ${columnOf(source, list.sort)} ${list.order}, ${source.tie} ${list.order}
     limit ${list.rows} offset ${(list.page - 1) * list.rows}`,
    values,
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** A name without a column is a mistake of ours: names of strangers end in `readList`. */
function columnOf({ columns, table }: Source, name: string): string {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (column === undefined) throw new Error(`the list of ${table} has no column for ${name}`)
  return column
}

function conditionOf({ field, op, values: own }: FilterRule, source: Source, values: unknown[]) {
  const column = columnOf(source, field)
  values.push(op === 'in' ? own : own[0])
  const place = `$${values.length}`
  if (op === 'in') return `${column} = any(${place})`
  if (op === 'contains') return `position(${place} in ${column}) > 0`
  return `${column} ${comparisons[op]} ${place}`
}

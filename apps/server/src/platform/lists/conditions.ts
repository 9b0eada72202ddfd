/** Filter rules as SQL conditions: columns come only from the caller's table, values are bound. */
import type { FilterRule } from '@tukar/wire'

/** The columns that a list may be sorted and filtered by, and the types of values where it matters. */
export type Columns = {
  readonly table: string
  readonly columns: Readonly<Record<string, string>>
  /** Casts for columns that are narrower than the values of a filter. */
  readonly casts?: Readonly<Record<string, 'bigint'>>
}

const comparisons = { equal: '=', notequal: '<>', greater: '>', less: '<' } as const

/** A missing column is our error: `readList` has checked foreign names. */
export function findColumn({ columns, table }: Columns, name: string): string {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (column === undefined) throw new Error(`the list of ${table} has no column for ${name}`)
  return column
}

/** The condition of a rule; its value is added to `values`. */
export function toCondition(
  { field, op, values: own }: FilterRule,
  source: Columns,
  values: unknown[],
): string {
  const column = findColumn(source, field)
  values.push(op === 'in' ? own : own[0])
  const cast = source.casts?.[field]
  const place = `$${values.length}`
  if (op === 'in') return `${column} = any(${place}${cast === undefined ? '' : `::${cast}[]`})`
  if (op === 'contains') return `position(${place} in ${column}) > 0`
  return `${column} ${comparisons[op]} ${place}${cast === undefined ? '' : `::${cast}`}`
}

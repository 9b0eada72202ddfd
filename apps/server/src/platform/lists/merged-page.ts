/**
 * The list form over a long table. Its indexes begin with columns of few values: each combination of those
 * values is sorted in an index, and a page is merged from these ranges. So a page costs only the rows that it
 * skips and shows, whatever filters on those columns, and one index per sort order is enough.
 */
import type { FilterRule, List, Scalar } from '@tukar/wire'
import type { Database } from '../database/pool.ts'
import { toCondition } from './conditions.ts'
import { compare, type Page, passes } from './select-rows.ts'
import { countedMax, type Source } from './store.ts'

export type MergedSource = Source & {
  /** The leading columns of the indexes, by their names, with all values of each. */
  readonly stretches: Readonly<Record<string, readonly Scalar[]>>
  /** The column for each sort name; in an index it follows the leading columns. */
  readonly sorts: Readonly<Record<string, string>>
  /** The name in `sorts` that has the order of the tie column. */
  readonly tieSort: string
  /** Disjoint parts that cover all rows; absent if one index covers everything. */
  readonly cuts?: readonly Cut[]
}

/** A part of the rows, which may have its own index: `where` is that index's condition. */
export type Cut = { readonly filters: readonly FilterRule[]; readonly where: string }

/** One value for each column of `stretches`. */
type Stretch = Readonly<Record<string, Scalar>>

/** One page and how many rows there are in all, at most `countedMax`, as `selectPage` does it. */
export async function mergedPage<Row extends object>(
  database: Database,
  source: MergedSource,
  list: List,
): Promise<Page<Row>> {
  const stretches = findStretches(source, list)
  if (stretches.length === 0) return { rows: [], total: 0 }
  const values = [...source.values]
  const rest = list.filters.filter(({ field }) => !Object.hasOwn(source.stretches, field))
  const conditions = rest.map((rule) => toCondition(rule, source, values))
  const tables = stretches.map((stretch) => {
    const own = Object.entries(stretch).map(([field, value]) =>
      toCondition({ field, op: 'equal', values: [value] }, source, values),
    )
    return `${source.table} where ${[source.where, ...own, ...conditions].join(' and ')}`
  })
  const counted = await database.query<{ total: number }>(
    `select count(*)::int as total from
      (${tables.map((table) => `select 1 from ${table}`).join(' union all ')} limit ${countedMax}) counted`,
    [...values],
  )
  const total = counted.rows[0]?.total ?? 0
  // Below the bound the total is exact, so no row is beyond it.
  const isBeyond = total < countedMax && (list.page - 1) * list.rows >= total
  if (isBeyond) return { rows: [], total }
  // Few rows match: filter first and sort them, because along a sorted index they might come last.
  const isFilteredFirst = rest.length > 0 && total < countedMax
  const cut = stretches.flatMap((stretch, at) =>
    toCutConditions(source, values).map((where) => ({ stretch, table: `${tables[at]}${where}` })),
  )
  const text = pageText(source, list, cut, isFilteredFirst)
  const found = await database.query<Row>(text, values)
  return { rows: found.rows, total }
}

/** The combinations that pass the list's filters of their columns. */
function findStretches({ stretches }: MergedSource, { filters }: List): readonly Stretch[] {
  return Object.entries(stretches).reduce<readonly Stretch[]>(
    (made, [name, all]) => {
      const rules = filters.filter(({ field }) => field === name)
      const values = all.filter((value) => rules.every((rule) => passes(value, rule)))
      return made.flatMap((stretch) => values.map((value) => ({ ...stretch, [name]: value })))
    },
    [{}],
  )
}

/** The conditions that each part adds to a range. */
function toCutConditions(source: MergedSource, values: unknown[]): readonly string[] {
  if (source.cuts === undefined) return ['']
  return source.cuts.map(({ filters, where }) => {
    const own = filters.map((rule) => toCondition(rule, source, values))
    return [...own, where].map((condition) => ` and ${condition}`).join('')
  })
}

/**
 * The page: positions are found in the indexes alone, then those rows are read. Sorted by a leading column,
 * the ranges of its values follow one another.
 */
function pageText(
  source: MergedSource,
  list: List,
  stretches: readonly { readonly stretch: Stretch; readonly table: string }[],
  isFilteredFirst: boolean,
): string {
  const { tie } = source
  const { sort, order, rows } = list
  const skipped = (list.page - 1) * rows
  const isByStretch = Object.hasOwn(source.stretches, sort)
  const column = sortColumn(source, isByStretch ? source.tieSort : sort)
  const sign = order === 'asc' ? 1 : -1
  const valueOf = (stretch: Stretch) => (isByStretch ? (stretch[sort] ?? 0) : 0)
  const values = new Set(stretches.map(({ stretch }) => valueOf(stretch)))
  const parts = [...values].toSorted((a, b) => sign * compare(a, b))
  const texts = parts.map((part, at) => {
    const own = stretches.filter(({ stretch }) => valueOf(stretch) === part)
    const sorted = own.map(
      ({ table }) =>
        // "offset 0" keeps the planner from using the sort to find the rows.
        `(select * from (select ${column} as place, ${tie} as tie from ${table}
            ${isFilteredFirst ? 'offset 0' : ''}) own
          order by place ${order}, tie ${order} limit ${skipped + rows})`,
    )
    return `(select ${at} as part, place, tie from (${sorted.join(' union all ')}) stretch
      order by place ${order}, tie ${order} limit ${skipped + rows})`
  })
  const sorting = `part, place ${order}, tie ${order}`
  return `select found.* from
    (select * from (${texts.join(' union all ')}) merged
      order by ${sorting} limit ${rows} offset ${skipped}) page
    cross join lateral (select ${source.select} from ${source.table} where ${tie} = page.tie) found
    order by ${sorting.replaceAll(/\b(part|place|tie)\b/g, 'page.$1')}`
}

function sortColumn({ sorts, table }: MergedSource, name: string): string {
  const column = sorts[name]
  if (column === undefined) throw new Error(`the list of ${table} cannot be sorted by ${name}`)
  return column
}

/**
 * The list form over rows that are in memory: markets, currencies, balances. Fields that may be sorted
 * and filtered by are named by each call; anything else is refused (DEC-137, ATT-23).
 */
import { type FilterRule, type ListData, readList } from '@tukar/wire'
import { Refusal } from '../platform/http/refusal.ts'

type Row = Readonly<Record<string, unknown>>

/** The page of rows that a list call asks for; ties by id. */
export function selectRows<R extends Row>(
  query: unknown,
  rows: readonly R[],
  fields: readonly string[],
): ListData<R> {
  const list = readList(query)
  if (list === null) throw new Refusal('list.malformed')
  const sort = list.sort ?? 'id'
  const isAllowed = [sort, ...list.filters.map(({ field }) => field)].every((field) =>
    fields.includes(field),
  )
  if (!isAllowed) throw new Refusal('list.malformed')
  const found = rows.filter((row) => list.filters.every((rule) => passes(row, rule)))
  const sign = list.order === 'asc' ? 1 : -1
  found.sort(
    (one, other) => sign * (compare(one[sort], other[sort]) || compare(one['id'], other['id'])),
  )
  const from = (list.page - 1) * list.rows
  return {
    datas: found.slice(from, from + list.rows),
    total: found.length,
    page: list.page,
    rows: list.rows,
  }
}

function passes(row: Row, { field, op, value }: FilterRule): boolean {
  const own = row[field]
  switch (op) {
    case 'equal':
      return isSame(own, value)
    case 'notequal':
      return !isSame(own, value)
    case 'contains':
      return String(own).includes(String(value))
    case 'greater':
      return compare(own, value) > 0
    case 'less':
      return compare(own, value) < 0
    case 'in':
      return Array.isArray(value) && value.some((one) => isSame(own, one))
  }
}

function isSame(own: unknown, value: unknown): boolean {
  return String(own) === String(value)
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && !Number.isNaN(Number(other))) return one - Number(other)
  const [a, b] = [String(one), String(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

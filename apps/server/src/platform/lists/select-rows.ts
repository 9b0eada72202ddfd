/** The list form over records that are in memory: markets, currencies, balances. */
import type { FilterRule, List, Scalar } from '@tukar/wire'

export type Page<R> = { readonly rows: readonly R[]; readonly total: number }

/**
 * The page of records that a list requests; ties are broken by the tie field, in the list's direction.
 *
 * @param valueOf returns a record's value under one of the list's names
 */
export function selectRows<R>(
  list: List,
  records: readonly R[],
  tie: string,
  valueOf: (record: R, name: string) => Scalar,
): Page<R> {
  const found = records.filter((record) =>
    list.filters.every((rule) => passes(valueOf(record, rule.field), rule)),
  )
  const sign = list.order === 'asc' ? 1 : -1
  const rank = (one: R, other: R, name: string) => compare(valueOf(one, name), valueOf(other, name))
  found.sort((one, other) => sign * (rank(one, other, list.sort) || rank(one, other, tie)))
  const from = (list.page - 1) * list.rows
  return { rows: found.slice(from, from + list.rows), total: found.length }
}

/** Whether a value matches a rule. */
export function passes(own: Scalar, { op, values }: FilterRule): boolean {
  const [value = ''] = values
  switch (op) {
    case 'equal':
      return own === value
    case 'notequal':
      return own !== value
    case 'contains':
      return String(own).includes(String(value))
    case 'greater':
      return compare(own, value) > 0
    case 'less':
      return compare(own, value) < 0
    case 'in':
      return values.includes(own)
  }
}

/** Whether one value sorts before (negative), equal to (0) or after another. */
export function compare(one: Scalar, other: Scalar): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The filters in the address. */
import { parseCount, type Texts } from '../router/address.ts'

export type StatementSearch = {
  readonly from?: string
  readonly to?: string
  readonly currency?: string
  readonly kind?: string
  readonly page?: number
}

const dayGrammar = /^\d{4}-\d\d-\d\d$/

/** Parses the filters; invalid values are left out. */
export function statementSearch(search: Texts): StatementSearch {
  const { from, to, currency, kind } = search
  const page = parseCount(search['page'], 2)
  const isDay = (day: string | undefined): day is string =>
    day !== undefined && dayGrammar.test(day)
  return {
    ...(isDay(from) && isDay(to) && { from, to }),
    ...(currency !== undefined && { currency }),
    ...(kind !== undefined && { kind }),
    ...(page !== undefined && { page }),
  }
}

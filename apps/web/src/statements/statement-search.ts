/** What is chosen, as the address has it. */

export type StatementSearch = {
  readonly from?: string
  readonly to?: string
  readonly currency?: string
  readonly kind?: string
  readonly page?: number
}

const dayGrammar = /^\d{4}-\d\d-\d\d$/

/** Reads it; what is none is left out. */
export function statementSearch(search: Readonly<Record<string, unknown>>): StatementSearch {
  const { from, to, currency, kind, page } = search
  const isDay = (day: unknown): day is string => typeof day === 'string' && dayGrammar.test(day)
  return {
    ...(isDay(from) && isDay(to) && { from, to }),
    ...(typeof currency === 'string' && { currency }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  }
}

/** The period in the address, so that it can be bookmarked. */
import { parseCount, type Texts } from '../router/address.ts'

export type TaxSearch = {
  readonly year?: number
  /** From 1; omitted: the whole year, if one is named. */
  readonly month?: number
  readonly page?: number
}

/** Parses the period; invalid values are left out. */
export function taxSearch(search: Texts): TaxSearch {
  const within = (key: string, min: number, max: number) => {
    const count = parseCount(search[key], min)
    return count !== undefined && count <= max && { [key]: count }
  }
  return {
    ...within('year', 2_000, 2_099),
    ...within('month', 1, 12),
    ...within('page', 2, 99_999),
  }
}

/** The period of evidence, as the address has it, so that it can be kept. */
import { parseCount, type Texts } from '../router/address.ts'

export type TaxSearch = {
  readonly year?: number
  /** From 1; left out: the whole year, if one is named. */
  readonly month?: number
  readonly page?: number
}

/** Reads it; what is none is left out. */
export function taxSearch(search: Texts): TaxSearch {
  const within = (key: string, least: number, most: number) => {
    const count = parseCount(search[key], least)
    return count !== undefined && count <= most && { [key]: count }
  }
  return {
    ...within('year', 2_000, 2_099),
    ...within('month', 1, 12),
    ...within('page', 2, 99_999),
  }
}

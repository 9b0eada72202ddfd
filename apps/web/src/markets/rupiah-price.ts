/** What one of a currency is worth in rupiah, exactly: what makes figures of different markets comparable. */
import type { Market } from './market.ts'

const rupiah = 'IDR'
const decimalPattern = /^(\d+)(?:\.(\d+))?$/

/** `digits` divided by 10 to the power of `scale`. */
export type Exact = { readonly digits: bigint; readonly scale: number }

/** Reads a decimal string of no sign; null where it is none. */
export function parseExact(text: string): Exact | null {
  const [, whole = '', fraction = ''] = decimalPattern.exec(text) ?? []
  return whole === '' ? null : { digits: BigInt(whole + fraction), scale: fraction.length }
}

export type Prices = readonly Pick<Market, 'pair' | 'base' | 'quote' | 'lastPrice'>[]

/** Returns the product of two, none of which is rounded; null where one of them is. */
export function product(one: Exact | null, other: Exact | null): Exact | null {
  if (one === null || other === null) return null
  return { digits: one.digits * other.digits, scale: one.scale + other.scale }
}

/** Returns below 0 where the first is smaller, above 0 where it is greater. */
export function compareExact(one: Exact, other: Exact): number {
  const difference =
    one.digits * 10n ** BigInt(other.scale) - other.digits * 10n ** BigInt(one.scale)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/**
 * Returns what one of a currency is worth by the last prices, through a second market where none trades
 * it for rupiah itself; null where nobody knows.
 */
export function findRupiahPrice(symbol: string, markets: Prices): Exact | null {
  if (symbol === rupiah) return { digits: 1n, scale: 0 }
  const priced = markets.filter(({ base, lastPrice }) => base === symbol && lastPrice !== null)
  const direct = priced.find(({ quote }) => quote === rupiah)
  if (direct !== undefined) return parseExact(direct.lastPrice ?? '')
  for (const { quote, lastPrice } of priced) {
    const second = markets.find(({ pair }) => pair === `${quote}_${rupiah}`)
    const price = product(parseExact(lastPrice ?? ''), parseExact(second?.lastPrice ?? ''))
    if (price !== null) return price
  }
  return null
}

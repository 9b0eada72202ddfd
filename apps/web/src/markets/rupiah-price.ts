/**
 * The exact value of one unit of a currency in rupiah, which makes figures of different markets comparable.
 */
import type { Market } from './market.ts'

const rupiah = 'IDR'
const decimalPattern = /^(\d+)(?:\.(\d+))?$/

/** `digits` divided by 10 to the power of `scale`. */
export type Exact = { readonly digits: bigint; readonly scale: number }

/** Reads an unsigned decimal string; null if it is malformed. */
export function parseExact(text: string): Exact | null {
  const [, whole = '', fraction = ''] = decimalPattern.exec(text) ?? []
  return whole === '' ? null : { digits: BigInt(whole + fraction), scale: fraction.length }
}

export type Prices = readonly Pick<Market, 'pair' | 'base' | 'quote' | 'lastPrice'>[]

/** Returns the exact product of two numbers; null if one of them is null. */
export function product(one: Exact | null, other: Exact | null): Exact | null {
  if (one === null || other === null) return null
  return { digits: one.digits * other.digits, scale: one.scale + other.scale }
}

/** Returns a negative number if the first is smaller, a positive one if it is greater. */
export function compareExact(one: Exact, other: Exact): number {
  const difference =
    one.digits * 10n ** BigInt(other.scale) - other.digits * 10n ** BigInt(one.scale)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/**
 * Returns the value of one unit of a currency by the last prices. A currency without a rupiah market is
 * valued through a second market. Null if it cannot be valued.
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

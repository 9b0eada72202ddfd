/** What balances are worth in rupiah, by the last prices; exact, and cut: never more than there is. */
import { formatUnits, parseUnits } from '@tukar/money'
import type { Market } from '../markets/market.ts'
import type { Balance } from '../trade/wire-reading.ts'
import { rupiahDecimals } from './rupiah.ts'

const rupiah = 'IDR'
const decimalPattern = /^(\d+)(?:\.(\d+))?$/

type Exact = { readonly digits: bigint; readonly scale: number }

function exactOf(text: string): Exact | null {
  const [, whole = '', fraction = ''] = decimalPattern.exec(text) ?? []
  return whole === '' ? null : { digits: BigInt(whole + fraction), scale: fraction.length }
}

type Prices = readonly Pick<Market, 'pair' | 'base' | 'quote' | 'lastPrice'>[]

/** What one of a currency is worth; through a second market where none trades it for rupiah itself. */
function priceOf(symbol: string, markets: Prices): Exact | null {
  if (symbol === rupiah) return { digits: 1n, scale: 0 }
  const own = markets.filter(({ base, lastPrice }) => base === symbol && lastPrice !== null)
  const direct = own.find(({ quote }) => quote === rupiah)
  if (direct !== undefined) return exactOf(direct.lastPrice ?? '')
  for (const { quote, lastPrice } of own) {
    const second = markets.find(({ pair }) => pair === `${quote}_${rupiah}`)
    const [one, other] = [exactOf(lastPrice ?? ''), exactOf(second?.lastPrice ?? '')]
    if (one !== null && other !== null) {
      return { digits: one.digits * other.digits, scale: one.scale + other.scale }
    }
  }
  return null
}

/** An amount's worth in units of 0.01 rupiah; null where nobody knows a price. */
function worthOf(amount: string, price: Exact | null): bigint | null {
  const exact = exactOf(amount)
  if (exact === null) return null
  if (exact.digits === 0n) return 0n
  if (price === null) return null
  const scale = exact.scale + price.scale - rupiahDecimals
  const product = exact.digits * price.digits
  return scale >= 0 ? product / 10n ** BigInt(scale) : product * 10n ** BigInt(-scale)
}

/** Units of 0.01 rupiah as a decimal string: 150 is "1.50". */
export function decimalOf(units: bigint): string {
  const digits = units.toString().padStart(rupiahDecimals + 1, '0')
  return `${digits.slice(0, -rupiahDecimals)}.${digits.slice(-rupiahDecimals)}`
}

/** In process plus available (WAL-07); null where one of them cannot be read. */
export function totalOf({ available, held, decimals }: Balance): string | null {
  const [free, locked] = [parseUnits(available, decimals), parseUnits(held, decimals)]
  return free.ok && locked.ok ? formatUnits(free.units + locked.units, decimals) : null
}

export type Valued = {
  readonly balance: Balance
  readonly total: string | null
  /** Rupiah units of the total, of what is available, and of what is in process; null is unknown. */
  readonly worth: bigint | null
  readonly freeWorth: bigint | null
  readonly heldWorth: bigint | null
}

/** Returns balances with their worth. */
export function valuedBalances(balances: readonly Balance[], markets: Prices): readonly Valued[] {
  return balances.map((balance) => {
    const price = priceOf(balance.symbol, markets)
    const total = totalOf(balance)
    return {
      balance,
      total,
      worth: total === null ? null : worthOf(total, price),
      freeWorth: worthOf(balance.available, price),
      heldWorth: worthOf(balance.held, price),
    }
  })
}

export type Worth = {
  readonly total: bigint
  readonly free: bigint
  readonly held: bigint
  /** Symbols of what is held and has no price: not part of the sums. */
  readonly unknown: readonly string[]
}

/**
 * Sums what is known. What is in process is the rest of the total, so that the parts make the whole
 * although each was cut.
 */
export function worthOfAll(valued: readonly Valued[]): Worth {
  const sum = (part: (one: Valued) => bigint | null) =>
    valued.reduce((all, one) => all + (part(one) ?? 0n), 0n)
  const [total, free] = [sum(({ worth }) => worth), sum(({ freeWorth }) => freeWorth)]
  const unknown = valued.filter(({ worth }) => worth === null).map(({ balance }) => balance.symbol)
  return { total, free, held: total - free, unknown }
}

/** The value of balances in rupiah at the last prices: exact, and truncated, so that it is never too high. */
import { formatUnits, parseUnits } from '@tukar/money'
import { type Exact, parseExact, type Prices, findRupiahPrice } from '../markets/rupiah-price.ts'
import type { Balance } from '../trade/wire.ts'
import { rupiahDecimals } from './rupiah/rupiah.ts'

/** The value of an amount in units of 0.01 rupiah; null if the price is unknown. */
function computeWorth(amount: string, price: Exact | null): bigint | null {
  const exact = parseExact(amount)
  if (exact === null) return null
  if (exact.digits === 0n) return 0n
  if (price === null) return null
  const scale = exact.scale + price.scale - rupiahDecimals
  const product = exact.digits * price.digits
  return scale >= 0 ? product / 10n ** BigInt(scale) : product * 10n ** BigInt(-scale)
}

/** Units of 0.01 rupiah as a decimal string: 150 is "1.50". */
export function toDecimal(units: bigint): string {
  const digits = units.toString().padStart(rupiahDecimals + 1, '0')
  return `${digits.slice(0, -rupiahDecimals)}.${digits.slice(-rupiahDecimals)}`
}

/** In process plus available (WAL-07); null if one of them is unreadable. */
export function computeTotal({ available, held, decimals }: Balance): string | null {
  const [free, locked] = [parseUnits(available, decimals), parseUnits(held, decimals)]
  return free.ok && locked.ok ? formatUnits(free.units + locked.units, decimals) : null
}

export type Valued = {
  readonly balance: Balance
  readonly total: string | null
  /** Rupiah units of the total, of the available part, and of the part in process; null if unknown. */
  readonly worth: bigint | null
  readonly freeWorth: bigint | null
  readonly heldWorth: bigint | null
}

/** Returns balances with their values. */
export function valuedBalances(balances: readonly Balance[], markets: Prices): readonly Valued[] {
  return balances.map((balance) => {
    const price = findRupiahPrice(balance.symbol, markets)
    const total = computeTotal(balance)
    return {
      balance,
      total,
      worth: total === null ? null : computeWorth(total, price),
      freeWorth: computeWorth(balance.available, price),
      heldWorth: computeWorth(balance.held, price),
    }
  })
}

/** The total value of coin amounts in units of 0.01 rupiah, without those of unknown price. */
export function worthOfAmounts(
  rows: readonly { readonly symbol: string; readonly amount: string }[],
  markets: Prices,
): bigint {
  return rows.reduce(
    (sum, { symbol, amount }) =>
      sum + (computeWorth(amount, findRupiahPrice(symbol, markets)) ?? 0n),
    0n,
  )
}

export type Worth = {
  readonly total: bigint
  readonly free: bigint
  readonly held: bigint
  /** Symbols of held currencies without a price: not part of the sums. */
  readonly unknown: readonly string[]
}

/**
 * Sums the known values. The part in process is the total minus the available part, so that the parts add up
 * although each value was truncated.
 */
export function worthOfAll(valued: readonly Valued[]): Worth {
  const sum = (part: (one: Valued) => bigint | null) =>
    valued.reduce((all, one) => all + (part(one) ?? 0n), 0n)
  const [total, free] = [sum(({ worth }) => worth), sum(({ freeWorth }) => freeWorth)]
  const unknown = valued.filter(({ worth }) => worth === null).map(({ balance }) => balance.symbol)
  return { total, free, held: total - free, unknown }
}

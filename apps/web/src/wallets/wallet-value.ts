/** What balances are worth in rupiah, by the last prices; exact, and cut: never more than there is. */
import { formatUnits, parseUnits } from '@tukar/money'
import { type Exact, parseExact, type Prices, findRupiahPrice } from '../markets/rupiah-price.ts'
import type { Balance } from '../trade/wire.ts'
import { rupiahDecimals } from './rupiah.ts'

/** An amount's worth in units of 0.01 rupiah; null where nobody knows a price. */
function worthOf(amount: string, price: Exact | null): bigint | null {
  const exact = parseExact(amount)
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
    const price = findRupiahPrice(balance.symbol, markets)
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

/** What amounts of coins are worth together, in units of 0.01 rupiah; without those of unknown price. */
export function worthOfAmounts(
  rows: readonly { readonly symbol: string; readonly amount: string }[],
  markets: Prices,
): bigint {
  return rows.reduce(
    (sum, { symbol, amount }) => sum + (worthOf(amount, findRupiahPrice(symbol, markets)) ?? 0n),
    0n,
  )
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

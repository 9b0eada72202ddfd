/**
 * Groups the levels of a book into price steps (DEC-85). Bids are rounded down and asks up, and sizes are
 * summed. So no order appears at a better price than its own, and rounding never makes the sides meet.
 */

export type Side = 'buy' | 'sell'

/** All resting quantity at one price: integers in price units and base units. */
export type Level = { readonly price: number; readonly quantity: number }

/** Returns the grouped price of a level for a step. */
export function groupPrice(price: number, step: number, side: Side): number {
  const rest = price % step
  if (rest === 0) return price
  return side === 'buy' ? price - rest : price - rest + step
}

/**
 * Groups the levels of one side into at most `rowsMax` steps, best first. Levels beyond the last row are left
 * out; each row has all levels of its step.
 *
 * @param step price units, at least 1
 */
export function groupLevels(
  levels: readonly Level[],
  step: number,
  side: Side,
  rowsMax: number,
): readonly Level[] {
  const rows: Level[] = []
  for (const { price, quantity } of levels) {
    const grouped = groupPrice(price, step, side)
    const last = rows.at(-1)
    if (last?.price === grouped) {
      rows[rows.length - 1] = { price: grouped, quantity: last.quantity + quantity }
    } else if (rows.length < rowsMax) rows.push({ price: grouped, quantity })
    else break
  }
  return rows
}

/** Decimals in the spec's precision menu; index 0 is its first entry (BOOK-03, BOOK-04). */
export const precisionDecimals = [4, 3, 2, 1, 0] as const
/** Multiples of the tick that the menu offers besides the spec's five steps. */
export const tickMultiples = [1, 10, 100, 1000] as const

/** An entry of the precision menu. */
export type Precision = {
  /** The stored key: "d4" for the spec's steps, "x10" for multiples of the tick. */
  readonly key: string
  /** Price units that one row groups. */
  readonly step: number
  /** The menu's label, a decimal string: "0.0001", "10000". */
  readonly label: string
  /** Decimals of shown prices: the fewer of step and tick. */
  readonly decimals: number
}

/**
 * Returns the precision menu of a market: the spec's five steps, then the multiples of the tick that differ
 * from them. A step finer than the tick shows the tick.
 *
 * @param tick price units
 * @param priceDecimals decimals of one price unit
 */
export function listPrecisions(tick: number, priceDecimals: number): readonly Precision[] {
  const tickDecimals = countDecimals(tick, priceDecimals)
  const spec = precisionDecimals.map((decimals) => {
    const units = decimals > priceDecimals ? 0 : 10 ** (priceDecimals - decimals)
    const step = Math.max(tick, units)
    const label = decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`
    return { key: `d${decimals}`, step, label, decimals: Math.min(decimals, tickDecimals) }
  })
  const named = new Set(spec.map((precision) => precision.label))
  const multiples = tickMultiples.map((times) => {
    const step = tick * times
    return {
      key: `x${times}`,
      step,
      label: plainUnits(step, priceDecimals),
      decimals: countDecimals(step, priceDecimals),
    }
  })
  return [...spec, ...multiples.filter((precision) => !named.has(precision.label))]
}

/** Counts the decimals of a number of units, without trailing zeros. */
export function countDecimals(units: number, decimals: number): number {
  let left = decimals
  let rest = units
  while (left > 0 && rest % 10 === 0) {
    rest /= 10
    left -= 1
  }
  return left
}

/** Formats units as a decimal string without trailing zeros: 100000 with 2 decimals is "1000". */
export function plainUnits(units: number, decimals: number): string {
  const decimalsShown = countDecimals(units, decimals)
  const digits = String(units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).slice(0, decimalsShown)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

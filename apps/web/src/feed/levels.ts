/**
 * The book's levels gathered into steps (DEC-85): bids down, asks up, sizes summed, so that no bid is
 * ever shown at a price at which it does not stand and no two sides meet at one price by rounding.
 */

export type Side = 'buy' | 'sell'

/** All that stands at one price: price units and base units, integers. */
export type Level = { readonly price: number; readonly quantity: number }

/** The level that a price belongs to when prices are gathered by `step`. */
export function groupPrice(price: number, step: number, side: Side): number {
  const rest = price % step
  if (rest === 0) return price
  return side === 'buy' ? price - rest : price - rest + step
}

/**
 * Gathers levels of one side, best first, into at most `rowsMax` steps, best first. What lies beyond
 * is left out whole: a row that is shown holds all that belongs to it.
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

/** How many decimals the spec's precision menu counts; index 0 is its first entry (BOOK-03, BOOK-04). */
export const precisionDecimals = [4, 3, 2, 1, 0] as const
/** Multiples of the tick that stand beside the spec's five steps. */
export const tickMultiples = [1, 10, 100, 1000] as const

/** A choice of the precision menu. */
export type Precision = {
  /** What is kept between visits: "d4" for the spec's steps, "x10" for multiples of the tick. */
  readonly key: string
  /** Price units gathered into one row. */
  readonly step: number
  /** The step as the menu names it, a decimal string: "0.0001", "10000". */
  readonly label: string
  /** Decimals of the prices shown: the fewer of the step's and the tick's. */
  readonly decimals: number
}

/**
 * Returns the precision menu of a market: the spec's five steps, then the tick's multiples that are
 * none of them. Where the tick is coarser than a step, the tick itself is what is shown.
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

/** How many decimals a number of units has that are not zero at its end. */
export function countDecimals(units: number, decimals: number): number {
  let left = decimals
  let rest = units
  while (left > 0 && rest % 10 === 0) {
    rest /= 10
    left -= 1
  }
  return left
}

/** Units as a decimal string with no needless zeros: 100000 with 2 decimals is "1000". */
export function plainUnits(units: number, decimals: number): string {
  const decimalsShown = countDecimals(units, decimals)
  const digits = String(units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).slice(0, decimalsShown)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

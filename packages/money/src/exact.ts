/**
 * Exact multiplication and division of non-negative integers below 2^53, without bigint.
 *
 * The only file of `money` and `core` in which division, remainder and `Math` may stand;
 * `exact.test.ts` proves it against bigint on a million random triples and on all bit edges.
 */

const exactMax = 9_007_199_254_740_991
/** 2^27 + 1: splits a double into two halves whose products are exact (Dekker, 1971). */
const splitter = 134_217_729
const powersOfTen = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`))

/** What the divisions below answer when the result would be 2^53 or more. */
export const outOfRange = -1

/** The rounding error of the double product a × b: a × b = product + error, exactly (Dekker). */
function productError(a: number, b: number, product: number): number {
  const aBig = splitter * a
  const aHigh = aBig - (aBig - a)
  const aLow = a - aHigh
  const bBig = splitter * b
  const bHigh = bBig - (bBig - b)
  const bLow = b - bHigh
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
}

/**
 * floor(a × b / d), exactly.
 *
 * Dekker's double-double gives the product without loss; the quotient guessed in doubles is then
 * corrected by the exact remainder, which is small enough for a double.
 *
 * @param a,b,d integers, 0 ≤ a, b ≤ 2^53 − 1, 1 ≤ d ≤ 2^53 − 1
 * @returns the quotient, or `outOfRange` if it is 2^53 or more
 */
export function mulDivFloor(a: number, b: number, d: number): number {
  const product = a * b
  if (product <= exactMax) {
    const guess = Math.floor(product / d)
    return guess * d > product ? guess - 1 : guess
  }
  const error = productError(a, b, product)
  const estimate = Math.floor(product / d)
  if (estimate > exactMax + 4096) return outOfRange
  let quotient = Math.min(estimate, exactMax)
  for (;;) {
    const back = quotient * d
    const rest = product - back + (error - productError(quotient, d, back))
    if (rest < 0) quotient -= 1
    else if (rest >= d) quotient += 1
    else return quotient > exactMax ? outOfRange : quotient
    if (quotient > exactMax) return outOfRange
  }
}

/** ceil(a × b / d), exactly; arguments and range as `mulDivFloor`. */
export function mulDivCeil(a: number, b: number, d: number): number {
  const floor = mulDivFloor(a, b, d)
  if (floor === outOfRange || isExactQuotient(a, b, d, floor)) return floor
  return floor === exactMax ? outOfRange : floor + 1
}

/** Whether a × b = quotient × d, without loss. */
function isExactQuotient(a: number, b: number, d: number, quotient: number): boolean {
  const left = a * b
  const right = quotient * d
  if (left !== right) return false
  if (left <= exactMax) return true
  return productError(a, b, left) === productError(quotient, d, right)
}

/** floor(a / d) for integers 0 ≤ a, 1 ≤ d. */
export function divFloor(a: number, d: number): number {
  const guess = Math.floor(a / d)
  return guess * d > a ? guess - 1 : guess
}

/** a − d × floor(a / d): how far a is above a multiple of d. */
export function remainder(a: number, d: number): number {
  return a % d
}

/** 10 to the power of `exponent`, 0 ≤ exponent ≤ 15. */
export function powerOfTen(exponent: number): number {
  const power = powersOfTen[exponent]
  if (power === undefined) throw new RangeError(`no power of ten ${exponent}`)
  return power
}

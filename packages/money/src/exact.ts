/**
 * Exact multiplication and division of non-negative integers below 2^53, without bigint.
 *
 * The only file of `money` and `core` that may use division, remainder and `Math`; `exact.test.ts`
 * proves it against bigint on a million random triples and on all bit edges.
 */

const exactMax = 9_007_199_254_740_991
/** 2^27 + 1: splits a double into two halves whose products are exact (Dekker, 1971). */
const splitter = 134_217_729
/** 2^−32: a power of two, so multiplying by it is exact, and cheaper than a division. */
const perWordRange = 2 ** -32
const powersOfTen = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`))

/** The result of the divisions below if it would be 2^53 or more. */
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
 * While the product is below 2^53, one rounded division cannot reach the next integer. Above, Dekker's
 * double-double gives the product without loss and the quotient guessed in doubles is corrected by the
 * exact remainder, which is small enough for a double.
 *
 * @param a,b,d integers, 0 ≤ a, b ≤ 2^53 − 1, 1 ≤ d ≤ 2^53 − 1
 * @returns the quotient, or `outOfRange` if it is 2^53 or more
 */
export function mulDivFloor(a: number, b: number, d: number): number {
  const product = a * b
  if (product <= exactMax) return Math.floor(product / d)
  // a × b / d = (a div d) × b + (a mod d) × b / d: mostly exact for a price far above one quote unit.
  const whole = Math.floor(a / d)
  const part = (a - whole * d) * b
  if (part <= exactMax) {
    const quotient = whole * b + Math.floor(part / d)
    if (quotient <= exactMax) return quotient
  }
  return divideLong(a, b, d, 0)
}

/** ceil(a × b / d), exactly; arguments and range as `mulDivFloor`. */
export function mulDivCeil(a: number, b: number, d: number): number {
  const product = a * b
  if (product <= exactMax) return Math.ceil(product / d)
  const whole = Math.floor(a / d)
  const part = (a - whole * d) * b
  if (part <= exactMax) {
    const quotient = whole * b + Math.ceil(part / d)
    if (quotient <= exactMax) return quotient
  }
  return divideLong(a, b, d, 1)
}

/** The quotient of a product of 2^53 or more; `extra` is added if there is a remainder. */
function divideLong(a: number, b: number, d: number, extra: number): number {
  const product = a * b
  const error = productError(a, b, product)
  let quotient = Math.floor(product / d)
  if (quotient > exactMax) {
    if (quotient > exactMax + 4096) return outOfRange
    quotient = exactMax
  }
  for (;;) {
    const back = quotient * d
    const rest = product - back + (error - productError(quotient, d, back))
    if (rest < 0) quotient -= 1
    else if (rest >= d) {
      if (quotient === exactMax) return outOfRange
      quotient += 1
    } else if (rest === 0 || extra === 0) return quotient
    else return quotient === exactMax ? outOfRange : quotient + 1
  }
}

/** floor(a / d) for integers 0 ≤ a, 1 ≤ d. */
export function divFloor(a: number, d: number): number {
  return Math.floor(a / d)
}

/** a − d × floor(a / d), exactly: how far a is above a multiple of d; cheaper than `%` on doubles. */
export function remainder(a: number, d: number): number {
  return a - Math.floor(a / d) * d
}

/** The bits of an integer above its lowest 32, as a signed word; the lowest are `value | 0`. */
export function highWord(value: number): number {
  return Math.floor(value * perWordRange) | 0
}

/** 10 to the power of `exponent`, 0 ≤ exponent ≤ 15. */
export function powerOfTen(exponent: number): number {
  const power = powersOfTen[exponent]
  if (power === undefined) throw new RangeError(`no power of ten ${exponent}`)
  return power
}

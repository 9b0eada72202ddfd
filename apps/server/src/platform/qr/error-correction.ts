/** Reed-Solomon codes over GF(256) with the polynomial 0x11d (ISO/IEC 18004, 7.5.2). */

const polynomial = 0x11d

function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * polynomial)
    product ^= ((other >>> bit) & 1) * one
  }
  return product
}

/** The divisor for so many correction bytes, its highest coefficient left out. */
export function divisorOf(degree: number): readonly number[] {
  const divisor: number[] = Array.from({ length: degree }, () => 0)
  divisor[degree - 1] = 1
  let root = 1
  for (let step = 0; step < degree; step++) {
    for (const [at, factor] of divisor.entries()) {
      divisor[at] = multiply(factor, root) ^ (divisor[at + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  return divisor
}

/** The correction bytes of a block: as many as the divisor has coefficients. */
export function correctionOf(block: readonly number[], divisor: readonly number[]): number[] {
  const remainder = divisor.map(() => 0)
  for (const byte of block) {
    const factor = byte ^ (remainder.shift() ?? 0)
    remainder.push(0)
    for (const [at, coefficient] of divisor.entries()) {
      remainder[at] = (remainder[at] ?? 0) ^ multiply(coefficient, factor)
    }
  }
  return remainder
}

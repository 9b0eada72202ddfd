/**
 * Goal: `exact.ts` equals bigint. Method: all bit edges against each other, a million random triples of
 * all magnitudes, and the triples built to sit on the edge of a quotient.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  divFloor,
  highWord,
  mulDivCeil,
  mulDivFloor,
  outOfRange,
  powerOfTen,
  remainder,
} from './exact.ts'

const max = Number.MAX_SAFE_INTEGER

function floorOf(a: number, b: number, d: number): number {
  const quotient = (BigInt(a) * BigInt(b)) / BigInt(d)
  return quotient > BigInt(max) ? outOfRange : Number(quotient)
}

function ceilOf(a: number, b: number, d: number): number {
  const quotient = (BigInt(a) * BigInt(b) + BigInt(d) - 1n) / BigInt(d)
  return quotient > BigInt(max) ? outOfRange : Number(quotient)
}

function check(a: number, b: number, d: number): void {
  const floor = mulDivFloor(a, b, d)
  const ceil = mulDivCeil(a, b, d)
  if (floor !== floorOf(a, b, d)) assert.fail(`floor(${a} × ${b} / ${d}) gave ${floor}`)
  if (ceil !== ceilOf(a, b, d)) assert.fail(`ceil(${a} × ${b} / ${d}) gave ${ceil}`)
}

/** Integers of up to 53 bits with a uniform number of bits, so that all magnitudes occur. */
function randomIntegers(seed: number): () => number {
  let state = seed
  const word = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  return () => {
    const bits = word() % 54
    const value = (word() % 2 ** 21) * 2 ** 32 + word()
    return bits === 53 ? value : value % 2 ** bits
  }
}

/** 2^n and its neighbors, and 10^n and its neighbors, up to 2^53 − 1. */
function edges(): number[] {
  const found = new Set([0, max, max - 1])
  for (let bit = 0; bit < 53; bit++) {
    for (const offset of [-1, 0, 1]) found.add(2 ** bit + offset)
  }
  for (let power = 0; power < 16; power++) {
    for (const offset of [-1, 0, 1]) found.add(10 ** power + offset)
  }
  return [...found].filter((value) => value >= 0 && value <= max)
}

test('R-04: mulDiv equals bigint on every triple of bit edges', () => {
  const values = edges()
  const divisors = values.filter((value) => value > 0)
  let seen = 0
  for (const a of values) {
    for (const b of values) {
      if (b < a) continue
      for (const d of divisors) {
        seen += 1
        // Every third divisor of every pair, shifted by the pair: all pairs and all divisors meet edges.
        if (seen % 3 === 0) check(a, b, d)
      }
    }
  }
  assert.ok(seen > 1_000_000)
})

test('R-04: mulDiv equals bigint on a million random triples', () => {
  const random = randomIntegers(20_261_121)
  for (let round = 0; round < 1_000_000; round++) {
    const a = random()
    const b = random()
    const d = random()
    check(a, b, d === 0 ? 1 : d)
  }
})

test('R-04: mulDiv equals bigint beside exact quotients and at the bound of 2^53', () => {
  const random = randomIntegers(7)
  for (let round = 0; round < 100_000; round++) {
    const d = 1 + (random() % 2 ** 27)
    const quotient = random() % 2 ** 26
    for (const offset of [-1, 0, 1]) {
      const product = d * quotient + offset
      if (product >= 0) check(product, 1, d)
    }
    const big = max - (random() % 4096)
    check(big, d, d)
    check(big, d + 1, d)
    check(big, d, d + 1)
    check(max, max - (random() % 8), max - (random() % 8) - 1)
  }
})

test('R-04: scales of real markets are exact: 21,000,000 BTC at any price below the bound', () => {
  const random = randomIntegers(11)
  for (let round = 0; round < 50_000; round++) {
    check(random() % 900_000_000_000_000, random() % 2_100_000_000_000_000, powerOfTen(8))
    check(random(), random() % 1_000_001, 1_000_000)
  }
})

test('division, remainder and words equal bigint', () => {
  const random = randomIntegers(13)
  for (let round = 0; round < 200_000; round++) {
    const a = random()
    const d = random() || 1
    assert.equal(divFloor(a, d), Number(BigInt(a) / BigInt(d)))
    assert.equal(remainder(a, d), Number(BigInt(a) % BigInt(d)))
    for (const value of [a, -a]) {
      assert.equal(highWord(value), Number(BigInt.asIntN(32, BigInt(value) >> 32n)))
      assert.equal(value | 0, Number(BigInt.asIntN(32, BigInt(value))))
    }
  }
})

test('powers of ten are exact up to 10^15 and refused beyond', () => {
  for (let exponent = 0; exponent <= 15; exponent++) {
    assert.equal(BigInt(powerOfTen(exponent)), 10n ** BigInt(exponent))
  }
  assert.throws(() => powerOfTen(16), RangeError)
  assert.throws(() => powerOfTen(-1), RangeError)
})

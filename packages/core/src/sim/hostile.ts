/** Figures that no honest client sends. Every check must hold for all of them. */
import type { Random } from './random.ts'

const strangeFigures = [
  0,
  -0,
  -1,
  1,
  -5,
  1.5,
  0.1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  2 ** 31,
  2 ** 32,
  2 ** 52,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 60,
  1e300,
  -(2 ** 53),
]

const strangeAccounts = [
  0,
  -1,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  99,
  100,
  101,
  199,
  200,
  899,
  1000,
  1001.5,
  -1024,
  8_796_093_022_207,
  8_796_093_022_208,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1001 + 1 / 1024,
]

/** A figure, or in one call of forty a strange one. */
export function orStrange(random: Random, figure: number): number {
  return random.chance(1 / 40) ? random.pick(strangeFigures) : figure
}

/** An account's id, or in one call of sixty that of an account that is not meant. */
export function orStranger(random: Random, accountId: number): number {
  return random.chance(1 / 60) ? random.pick(strangeAccounts) : accountId
}

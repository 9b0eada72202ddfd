/**
 * Long proofs run in slices: each run executes one of them. `npm test` chooses the slice from the commit, in
 * TUKAR_SLICE, and the random seed, in TUKAR_SEED.
 */

export type Slice = {
  /** From 0 on. */
  readonly index: number
  /** How many slices there are; 1: this is the whole proof. */
  readonly count: number
}

type Environment = Readonly<Record<string, string | undefined>>

const pattern = /^(\d+)\/([1-9]\d*)$/
/** The slice of a file that runs alone. */
const first: Slice = { index: 0, count: 40 }
const whole: Slice = { index: 0, count: 1 }

/**
 * The slice of this run: `all` or `3/40` in TUKAR_SLICE.
 *
 * @throws Error for any other text
 */
export function sliceIn(environment: Environment): Slice {
  const text = environment['TUKAR_SLICE']
  if (text === undefined) return first
  if (text === 'all') return whole
  const [, index = '', count = ''] = pattern.exec(text) ?? []
  const slice = { index: Number(index), count: Number(count) }
  if (index === '' || slice.index >= slice.count) throw new Error(`TUKAR_SLICE is ${text}`)
  return slice
}

/** Those of a list that a slice does. Every item is in one slice. */
export function itemsOf<T>(items: readonly T[], { index, count }: Slice): readonly T[] {
  return items.filter((_, at) => at % count === index)
}

/** The share of a number that a slice executes, at least 1. All slices together cover at least the number. */
export function shareOf(total: number, { count }: Slice): number {
  return Math.ceil(total / count)
}

/** The random seed: TUKAR_SEED, else one number per slice. */
export function seedIn(environment: Environment): number {
  const { index, count } = sliceIn(environment)
  return Number(environment['TUKAR_SEED'] ?? (index + 1) * 7_919 + count)
}

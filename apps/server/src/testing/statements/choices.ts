/** Enumerates all combinations of choices within a piece of work. */
import { Impossible, Unfoldable } from './values.ts'

const alternativesMax = 240

type Choice = { taken: number; readonly of: number }

/** The choices of the current alternative, by their position in the source. */
export class Choices {
  readonly #path: Choice[] = []
  readonly #taken = new Map<string, number>()
  #cursor = 0

  /** Calls `work` once for each combination of choices; a condition has one value within one call. */
  alternatives<T>(work: () => T): readonly T[] {
    const found: T[] = []
    this.#path.length = 0
    for (let tried = 1; ; tried += 1) {
      if (tried > alternativesMax) throw new Unfoldable('has too many forms')
      this.#taken.clear()
      this.#cursor = 0
      try {
        found.push(work())
      } catch (error) {
        if (!(error instanceof Impossible)) throw error
      }
      while ((this.#path.at(-1)?.taken ?? 0) + 1 >= (this.#path.at(-1)?.of ?? Infinity)) {
        this.#path.pop()
      }
      const last = this.#path.at(-1)
      if (last === undefined) return found
      last.taken += 1
    }
  }

  /** Chooses one of `of` options; the choice stays the same within an alternative. */
  choose(key: string, of: number): number {
    const known = this.#taken.get(key)
    if (known !== undefined) return known
    const choice = this.#path[this.#cursor] ?? { taken: 0, of }
    this.#path[this.#cursor] = choice
    this.#cursor += 1
    this.#taken.set(key, choice.taken)
    return choice.taken
  }
}

/**
 * 64 bits over the whole state: a wrapping sum of one mixed pair of words for each item. A sum does
 * not depend on order or slots; a changed item is subtracted and added again.
 */
import { highWord } from '@tukar/money'
import type { StateHash } from './state-rows.ts'

/** The kind of item; it is mixed first, so that equal numbers of two kinds differ. */
export const hashKinds = {
  counters: 1,
  currency: 2,
  market: 3,
  marketRules: 4,
  schedule: 5,
  suspended: 6,
  balance: 7,
  buyOrder: 8,
  hold: 9,
  remembered: 10,
  sellOrder: 11,
} as const

export class StateHasher {
  private sumA = 0
  private sumB = 0
  /** The contribution being mixed. */
  private a = 0
  private b = 0

  /** Starts the contribution of one item. */
  begin(kind: number): this {
    this.a = Math.imul(kind, 0x9e3779b1)
    this.b = Math.imul(kind, 0x85ebca77) ^ 0x27d4eb2f
    return this
  }

  /** Mixes in an integer of the thing, in a fixed order. */
  with(value: number): this {
    return this.withWords(value | 0, highWord(value))
  }

  /** Mixes in two words of 32 bits. */
  withWords(low: number, high: number): this {
    const a = Math.imul(this.a ^ low, 0xcc9e2d51)
    const b = (Math.imul(this.b ^ high, 0x1b873593) + (a >>> 15)) | 0
    this.a = a ^ (b << 13)
    this.b = b ^ (b >>> 17) ^ (a << 7)
    return this
  }

  /** Mixes in a text. */
  withText(text: string): this {
    this.with(text.length)
    for (let at = 0; at < text.length; at++) this.with(text.charCodeAt(at))
    return this
  }

  /** Puts the thing into the state. */
  put(): void {
    this.sumA = (this.sumA + finish(this.a, this.b)) | 0
    this.sumB = (this.sumB + finish(this.b, this.a)) | 0
  }

  /** Subtracts the item: exactly what `put` added. */
  take(): void {
    this.sumA = (this.sumA - finish(this.a, this.b)) | 0
    this.sumB = (this.sumB - finish(this.b, this.a)) | 0
  }

  /** Adds the item and subtracts its previous contribution, which the owner stores as two words. */
  replace(words: Int32Array, at: number): void {
    const a = finish(this.a, this.b)
    const b = finish(this.b, this.a)
    this.sumA = (this.sumA - words[at] + a) | 0
    this.sumB = (this.sumB - words[at + 1] + b) | 0
    words[at] = a
    words[at + 1] = b
  }

  /**
   * The same as `begin`, `withWords` for each two words of a record in memory, `with(0)` `zeros` times, and
   * `replace`: in one loop over local variables, because it runs for everything that a batch changed.
   *
   * @param count how many words the record has, an even number
   * @param zeros how many more numbers the item has that are stored elsewhere and are 0
   */
  // oxlint-disable-next-line max-params -- each order passes here: no object is made for it
  replaceRecord(
    kind: number,
    record: Int32Array,
    from: number,
    count: number,
    zeros: number,
    words: Int32Array,
    at: number,
  ): void {
    let first = Math.imul(kind, 0x9e3779b1)
    let second = Math.imul(kind, 0x85ebca77) ^ 0x27d4eb2f
    const end = from + count
    const endOfZeros = end + zeros * 2
    for (let word = from; word < endOfZeros; word += 2) {
      const low = word < end ? record[word] : 0
      const high = word < end ? record[word + 1] : 0
      const a = Math.imul(first ^ low, 0xcc9e2d51)
      const b = (Math.imul(second ^ high, 0x1b873593) + (a >>> 15)) | 0
      first = a ^ (b << 13)
      second = b ^ (b >>> 17) ^ (a << 7)
    }
    const a = finish(first, second)
    const b = finish(second, first)
    this.sumA = (this.sumA - words[at] + a) | 0
    this.sumB = (this.sumB - words[at + 1] + b) | 0
    words[at] = a
    words[at + 1] = b
  }

  /** Subtracts the contribution that the owner stores as two words. */
  clear(words: Int32Array, at: number): void {
    this.sumA = (this.sumA - words[at]) | 0
    this.sumB = (this.sumB - words[at + 1]) | 0
    words[at] = 0
    words[at + 1] = 0
  }

  /** The sum including the contribution begun last, without changing it. */
  read(): StateHash {
    const a = (this.sumA + finish(this.a, this.b)) | 0
    const b = (this.sumB + finish(this.b, this.a)) | 0
    return [a >>> 0, b >>> 0]
  }
}

function finish(one: number, other: number): number {
  let mixed = Math.imul(one ^ (one >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ other, 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

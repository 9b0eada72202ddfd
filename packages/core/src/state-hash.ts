/**
 * 64 bits over the whole state: a wrapping sum of one mixed pair of words for each thing in it.
 * A sum does not care for order or slots; a thing that changes is taken out and put back.
 */
import type { StateHash } from './state.ts'

/** What a contribution is of; the first number mixed, so that equal numbers of two kinds differ. */
export const hashKinds = {
  counters: 1,
  currency: 2,
  market: 3,
  schedule: 4,
  suspended: 5,
  balance: 6,
  order: 7,
  hold: 8,
  remembered: 9,
} as const

export class HashSum {
  #sumA = 0
  #sumB = 0
  #a = 0
  #b = 0
  readonly #number = new Float64Array(1)
  readonly #words = new Uint32Array(this.#number.buffer)

  /** Begins the contribution of one thing. */
  begin(kind: number): this {
    this.#a = Math.imul(kind, 0x9e3779b1)
    this.#b = Math.imul(kind, 0x85ebca77) ^ 0x27d4eb2f
    return this
  }

  /** Mixes in a number of the thing, in a fixed order. */
  with(value: number): this {
    this.#number[0] = value
    const low = this.#words[0] as number
    const high = this.#words[1] as number
    let a = Math.imul(this.#a ^ low, 0xcc9e2d51)
    let b = Math.imul(this.#b ^ high, 0x1b873593)
    a = Math.imul((a ^ (a >>> 15)) + high, 0x2545f491)
    b = Math.imul((b ^ (b >>> 13)) + low, 0x9e3779b1)
    this.#a = a ^ (b >>> 16)
    this.#b = b ^ (a >>> 14)
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
    this.#sumA = (this.#sumA + this.#finish(this.#a, this.#b)) | 0
    this.#sumB = (this.#sumB + this.#finish(this.#b, this.#a)) | 0
  }

  /** Takes the thing out of the state: exactly what `put` added. */
  take(): void {
    this.#sumA = (this.#sumA - this.#finish(this.#a, this.#b)) | 0
    this.#sumB = (this.#sumB - this.#finish(this.#b, this.#a)) | 0
  }

  /** The sum as it stands, and with what was begun last put in, without changing it. */
  read(): StateHash {
    const a = (this.#sumA + this.#finish(this.#a, this.#b)) | 0
    const b = (this.#sumB + this.#finish(this.#b, this.#a)) | 0
    return [a >>> 0, b >>> 0]
  }

  #finish(one: number, other: number): number {
    let mixed = Math.imul(one ^ (one >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13) ^ other, 0xc2b2ae35)
    return mixed ^ (mixed >>> 16)
  }
}

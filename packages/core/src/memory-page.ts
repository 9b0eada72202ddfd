/**
 * A page of command ids in the order in which they came, with a hash table over (scope, id): linear
 * probing over cells of 16 bits of the hash and the place. Nothing is ever removed from a page: a place
 * that was forgotten is passed over, and all go at once.
 */
import { type CommandId, idTimeMs } from './commands.ts'
import type { Remembered } from './exchange-port.ts'
import type { RememberedRow } from './state.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'

/** A record: scope, number and time of the command, then six words: of the id, of its command's hash. */
const numbersPerPlace = 6
const seqNumber = 1
const timeNumber = 2
const wordsPerPlace = 12
const idWord = 6
const bodyWord = 10

const placeBits = 0xffff
const tagBits = ~placeBits

export class MemoryPage {
  count = 0
  readonly #numbers: Float64Array
  readonly #words: Int32Array
  /** The high half of an id's hash and 1 + its place; 0 where the cell is empty. */
  readonly #cells: Int32Array
  readonly #mask: number
  /** What each place adds to the state hash: two words. */
  readonly #hashed: Int32Array
  /** The latest time in a client's id of this page and, as far as it knows, of all before it. */
  #latest = 0
  #latestBefore = 0

  /** @param places a power of two, at most 2^15 */
  constructor(places: number) {
    this.#numbers = new Float64Array(places * numbersPerPlace)
    this.#words = new Int32Array(this.#numbers.buffer)
    this.#hashed = new Int32Array(places * 2)
    this.#cells = new Int32Array(places * 2)
    this.#mask = places * 2 - 1
  }

  /** Forgets everything and begins anew behind another page. */
  beginAfter(before: MemoryPage | undefined): void {
    this.count = 0
    this.#cells.fill(0)
    this.#latest = before === undefined ? 0 : before.#latest
    this.#latestBefore = this.#latest
  }

  /** Whether an id can stand in a page before this one: its time is not later than all of theirs. */
  mayBeBefore({ scope, words }: CommandId): boolean {
    // The ids that the server derives (scope 0) say no time.
    return scope === 0 || idTimeMs(words) <= this.#latestBefore
  }

  /** The place of an id, or −1; places before `first` are forgotten. */
  find({ scope, words }: CommandId, hash: number, first: number): number {
    const one = words[0]
    const two = words[1]
    const three = words[2]
    const four = words[3]
    const cells = this.#cells
    const mask = this.#mask
    for (let cell = hash & mask; cells[cell] !== 0; cell = (cell + 1) & mask) {
      if (((cells[cell] ^ hash) & tagBits) !== 0) continue
      const place = (cells[cell] & placeBits) - 1
      const at = place * wordsPerPlace + idWord
      if (
        place >= first &&
        this.#words[at + 3] === (four | 0) &&
        this.#words[at + 2] === (three | 0) &&
        this.#words[at + 1] === (two | 0) &&
        this.#words[at] === (one | 0) &&
        this.#numbers[place * numbersPerPlace] === scope
      ) {
        return place
      }
    }
    return -1
  }

  /** Adds an id at the page's end, and what it is to the state hash. */
  add(id: CommandId, hash: number, seq: number, time: number, hasher: StateHasher): void {
    const place = this.count++
    const numbers = this.#numbers
    const words = this.#words
    const number = place * numbersPerPlace
    const word = place * wordsPerPlace
    numbers[number] = id.scope
    numbers[number + seqNumber] = seq
    numbers[number + timeNumber] = time
    words[word + idWord] = id.words[0]
    words[word + idWord + 1] = id.words[1]
    words[word + idWord + 2] = id.words[2]
    words[word + idWord + 3] = id.words[3]
    words[word + bodyWord] = id.body[0]
    words[word + bodyWord + 1] = id.body[1]
    hasher.begin(hashKinds.remembered).withRecord(words, word, wordsPerPlace)
    this.#hashed[place * 2] = 0
    this.#hashed[place * 2 + 1] = 0
    hasher.replace(this.#hashed, place * 2)
    this.#enter(hash, place)
    if (id.scope === 0) return
    const idTime = idTimeMs(id.words)
    if (idTime > this.#latest) this.#latest = idTime
  }

  /** Takes a place out of the state hash. */
  forget(place: number, hasher: StateHasher): void {
    hasher.clear(this.#hashed, place * 2)
  }

  /** The batch's time of the command at a place. */
  time(place: number): number {
    return this.#numbers[place * numbersPerPlace + timeNumber]
  }

  /** What is remembered of the id at a place. */
  remembered(place: number): Remembered {
    const at = place * wordsPerPlace + bodyWord
    return {
      seq: this.#numbers[place * numbersPerPlace + seqNumber],
      body: [this.#words[at] >>> 0, this.#words[at + 1] >>> 0],
    }
  }

  /** The ids from a place on, in the order in which they came. */
  *rows(first: number): Generator<RememberedRow> {
    for (let place = first; place < this.count; place++) yield this.#row(place)
  }

  #row(place: number): RememberedRow {
    const [one = 0, two = 0, three = 0, four = 0, bodyHigh = 0, bodyLow = 0] = Array.from(
      this.#words.subarray(place * wordsPerPlace + idWord, (place + 1) * wordsPerPlace),
      (word) => word >>> 0,
    )
    return {
      scope: this.#numbers[place * numbersPerPlace],
      words: [one, two, three, four],
      body: [bodyHigh, bodyLow],
      seq: this.#numbers[place * numbersPerPlace + seqNumber],
      time: this.time(place),
    }
  }

  #enter(hash: number, place: number): void {
    const cells = this.#cells
    const mask = this.#mask
    let cell = hash & mask
    while (cells[cell] !== 0) cell = (cell + 1) & mask
    cells[cell] = (hash & tagBits) | (place + 1)
  }
}

/** Scatters ids over the cells of a page. */
export function hashId({ scope, words }: CommandId, salt: number): number {
  let mixed = Math.imul(words[0] ^ Math.imul((scope | 0) ^ salt, 0x27d4eb2f), 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ words[1], 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ words[2], 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16) ^ words[3], 0x27d4eb2f)
  return mixed ^ (mixed >>> 15)
}

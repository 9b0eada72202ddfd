/**
 * The last `capacity` command ids with the hash of their commands: a ring of typed arrays, and
 * a hash table of ring places over (scope, id).
 */
import type { CommandId } from './commands.ts'
import type { Remembered } from './exchange-port.ts'
import { assertThat } from './invariant.ts'
import type { RememberedRow } from './state.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'

/** A record: scope, number and time of the command, then six words: of the id, of its command's hash. */
const numbersPerPlace = 6
const seqNumber = 1
const timeNumber = 2
const wordsPerPlace = 12
const idWord = 6
const bodyWord = 10
export class CommandMemory {
  readonly #capacity: number
  readonly #hasher: StateHasher
  /** Records in one buffer, as long as it will ever be: what is not written to yet costs nothing. */
  readonly #words: Int32Array
  readonly #numbers: Float64Array
  /**
   * The table's cells, by hash: a tag of the id, 0 where the cell is empty. One byte each, so that a new
   * id is mostly told from all others within the cache.
   */
  readonly #tags: Uint8Array
  /** The place in the ring of each cell that is not empty. */
  readonly #places: Int32Array
  /**
   * Scatters the table differently in each exchange, so that no client can send ids that all fall on one
   * cell. It decides nothing but where in the table an id stands.
   */
  #salt: number
  #oldest = 0
  #count = 0
  /** Time of the last id that was forgotten; 0 while none was. */
  forgottenAt = 0

  constructor(capacity: number, salt: number, hasher: StateHasher) {
    this.#capacity = capacity
    this.#salt = salt | 0
    this.#hasher = hasher
    this.#numbers = new Float64Array(capacity * numbersPerPlace)
    this.#words = new Int32Array(this.#numbers.buffer)
    this.#tags = new Uint8Array(tableSize(capacity))
    this.#places = new Int32Array(this.#tags.length)
  }

  /** What is remembered of an id, or null. */
  recall(id: CommandId): Remembered | null {
    const cell = this.#find(id)
    if (this.#tags[cell] === 0) return null
    const place = this.#places[cell]
    const at = place * wordsPerPlace + bodyWord
    const body = [this.#words[at] >>> 0, this.#words[at + 1] >>> 0] as const
    return { seq: this.#numbers[place * numbersPerPlace + seqNumber], body }
  }

  /** Remembers an id that is not remembered, and forgets the oldest if there is no room. */
  remember(id: CommandId, seq: number, time: number): void {
    if (this.#count === this.#capacity) this.#forgetOldest()
    if (this.#count === 0) this.#salt ^= this.#hasher.read()[0]
    const cell = this.#find(id)
    assertThat(this.#tags[cell] === 0, 'INV-15 a remembered id was applied again')
    const place = this.#place(this.#count)
    this.#write(place, id, seq, time)
    this.#tags[cell] = tagOf(this.#hashOf(place))
    this.#places[cell] = place
    this.#count += 1
    this.#mix(place).put()
  }

  #write(place: number, { scope, words: id, body }: CommandId, seq: number, time: number): void {
    const numbers = this.#numbers
    const words = this.#words
    const number = place * numbersPerPlace
    const word = place * wordsPerPlace
    numbers[number] = scope
    numbers[number + seqNumber] = seq
    numbers[number + timeNumber] = time
    words[word + idWord] = id[0]
    words[word + idWord + 1] = id[1]
    words[word + idWord + 2] = id[2]
    words[word + idWord + 3] = id[3]
    words[word + bodyWord] = body[0]
    words[word + bodyWord + 1] = body[1]
  }

  /** Oldest first. */
  *rows(): Generator<RememberedRow> {
    for (let age = 0; age < this.#count; age++) {
      const place = this.#place(age)
      const [one = 0, two = 0, three = 0, four = 0, bodyHigh = 0, bodyLow = 0] = Array.from(
        this.#words.subarray(place * wordsPerPlace + idWord, (place + 1) * wordsPerPlace),
        (word) => word >>> 0,
      )
      yield {
        scope: this.#numbers[place * numbersPerPlace],
        words: [one, two, three, four],
        body: [bodyHigh, bodyLow],
        seq: this.#numbers[place * numbersPerPlace + seqNumber],
        time: this.#numbers[place * numbersPerPlace + timeNumber],
      }
    }
  }

  /** The ring's place of an age: 0 is the oldest. */
  #place(age: number): number {
    const place = this.#oldest + age
    return place < this.#capacity ? place : place - this.#capacity
  }

  #mix(place: number): StateHasher {
    const words = this.#words
    const word = place * wordsPerPlace + idWord
    const number = place * numbersPerPlace
    return this.#hasher
      .begin(hashKinds.remembered)
      .with(this.#numbers[number])
      .withWords(words[word], words[word + 1])
      .withWords(words[word + 2], words[word + 3])
      .withWords(words[word + 4], words[word + 5])
      .with(this.#numbers[number + seqNumber])
      .with(this.#numbers[number + timeNumber])
  }

  #forgetOldest(): void {
    const place = this.#oldest
    this.forgottenAt = this.#numbers[place * numbersPerPlace + timeNumber]
    this.#mix(place).take()
    this.#removeFromTable(place)
    this.#oldest = place + 1 === this.#capacity ? 0 : place + 1
    this.#count -= 1
  }

  /** The table's cell that holds an id, or the empty one where it would be put. */
  #find({ scope, words }: CommandId): number {
    const tags = this.#tags
    const mask = tags.length - 1
    const one = words[0]
    const two = words[1]
    const three = words[2]
    const four = words[3]
    const hash = hashId(this.#salt, scope, one, two, three, four)
    const tag = tagOf(hash)
    let cell = hash & mask
    for (; tags[cell] !== 0; cell = (cell + 1) & mask) {
      if (tags[cell] !== tag) continue
      const place = this.#places[cell]
      const at = place * wordsPerPlace + idWord
      if (
        this.#words[at + 3] === (four | 0) &&
        this.#words[at + 2] === (three | 0) &&
        this.#words[at + 1] === (two | 0) &&
        this.#words[at] === (one | 0) &&
        this.#numbers[place * numbersPerPlace] === scope
      ) {
        return cell
      }
    }
    return cell
  }

  #hashOf(place: number): number {
    const words = this.#words
    const at = place * wordsPerPlace + idWord
    const scope = this.#numbers[place * numbersPerPlace]
    return hashId(this.#salt, scope, words[at], words[at + 1], words[at + 2], words[at + 3])
  }

  /** Empties a place's cell; what probed past it moves up. */
  #removeFromTable(place: number): void {
    const tags = this.#tags
    const places = this.#places
    const mask = tags.length - 1
    let hole = this.#hashOf(place) & mask
    while (places[hole] !== place) hole = (hole + 1) & mask
    for (let cell = (hole + 1) & mask; tags[cell] !== 0; cell = (cell + 1) & mask) {
      const wanted = this.#hashOf(places[cell]) & mask
      if (((cell - wanted) & mask) < ((cell - hole) & mask)) continue
      tags[hole] = tags[cell]
      places[hole] = places[cell]
      hole = cell
    }
    tags[hole] = 0
  }
}

/** Eight bits of a hash that its cell does not tell; never 0. */
function tagOf(hash: number): number {
  const tag = hash >>> 24
  return tag === 0 ? 1 : tag
}

/** A power of two with at least half of its cells empty. */
function tableSize(capacity: number): number {
  let size = 16
  while (size < capacity * 2) size *= 2
  return size
}

function hashId(
  salt: number,
  scope: number,
  one: number,
  two: number,
  three: number,
  four: number,
): number {
  let mixed = Math.imul(one ^ Math.imul((scope | 0) ^ salt, 0x27d4eb2f), 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ two, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ three, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16) ^ four, 0x27d4eb2f)
  return mixed ^ (mixed >>> 15)
}

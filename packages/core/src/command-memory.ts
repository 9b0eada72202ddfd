/**
 * The last `capacity` command ids with the hash of their commands: a ring of typed arrays, and
 * a hash table of ring places over (scope, id).
 */
import type { CommandId } from './commands.ts'
import type { Remembered } from './exchange-port.ts'
import { assertThat } from './invariant.ts'
import type { RememberedRow } from './state.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'

/** Words of a place: four of the id, two of its command's hash. */
const wordsPerPlace = 6
/** Numbers of a place: scope, number and time of the command. */
const numbersPerPlace = 3
/** An entry of the table: place + 1 in these bits, a tag of the id above them. */
const placeMask = 0x1f_ffff

export class CommandMemory {
  readonly #capacity: number
  readonly #hasher: StateHasher
  /** As long as they will ever be: memory that is not written to yet costs nothing. */
  readonly #words: Int32Array
  readonly #numbers: Float64Array
  /** By hash: place + 1, and above it a tag of the id that spares most looks at other ids; 0 is empty. */
  readonly #table: Int32Array
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
    assertThat(capacity < placeMask, 'too many ids to remember')
    this.#capacity = capacity
    this.#salt = salt | 0
    this.#hasher = hasher
    this.#words = new Int32Array(capacity * wordsPerPlace)
    this.#numbers = new Float64Array(capacity * numbersPerPlace)
    this.#table = new Int32Array(tableSize(capacity))
  }

  /** What is remembered of an id, or null. */
  recall(id: CommandId): Remembered | null {
    const entry = this.#table[this.#find(id)]
    if (entry === 0) return null
    const place = (entry & placeMask) - 1
    const at = place * wordsPerPlace
    const body = [this.#words[at + 4] >>> 0, this.#words[at + 5] >>> 0] as const
    return { seq: this.#numbers[place * numbersPerPlace + 1], body }
  }

  /** Remembers an id that is not remembered, and forgets the oldest if there is no room. */
  remember(id: CommandId, seq: number, time: number): void {
    if (this.#count === this.#capacity) this.#forgetOldest()
    if (this.#count === 0) this.#salt ^= this.#hasher.read()[0]
    const cell = this.#find(id)
    assertThat(this.#table[cell] === 0, 'INV-15 a remembered id was applied again')
    const place = this.#place(this.#count)
    const words = this.#words
    const at = place * wordsPerPlace
    for (let word = 0; word < 4; word++) words[at + word] = id.words[word]
    words[at + 4] = id.body[0]
    words[at + 5] = id.body[1]
    this.#numbers[place * numbersPerPlace] = id.scope
    this.#numbers[place * numbersPerPlace + 1] = seq
    this.#numbers[place * numbersPerPlace + 2] = time
    this.#table[cell] = (place + 1) | (this.#hashOf(place) & ~placeMask)
    this.#count += 1
    this.#mix(place).put()
  }

  /** Oldest first. */
  *rows(): Generator<RememberedRow> {
    for (let age = 0; age < this.#count; age++) {
      const place = this.#place(age)
      const [one = 0, two = 0, three = 0, four = 0, bodyHigh = 0, bodyLow = 0] = Array.from(
        this.#words.subarray(place * wordsPerPlace, (place + 1) * wordsPerPlace),
        (word) => word >>> 0,
      )
      yield {
        scope: this.#numbers[place * numbersPerPlace],
        words: [one, two, three, four],
        body: [bodyHigh, bodyLow],
        seq: this.#numbers[place * numbersPerPlace + 1],
        time: this.#numbers[place * numbersPerPlace + 2],
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
    const at = place * wordsPerPlace
    return this.#hasher
      .begin(hashKinds.remembered)
      .with(this.#numbers[place * numbersPerPlace])
      .withWords(words[at], words[at + 1])
      .withWords(words[at + 2], words[at + 3])
      .withWords(words[at + 4], words[at + 5])
      .with(this.#numbers[place * numbersPerPlace + 1])
      .with(this.#numbers[place * numbersPerPlace + 2])
  }

  #forgetOldest(): void {
    const place = this.#oldest
    this.forgottenAt = this.#numbers[place * numbersPerPlace + 2]
    this.#mix(place).take()
    this.#removeFromTable(place)
    this.#oldest = place + 1 === this.#capacity ? 0 : place + 1
    this.#count -= 1
  }

  /** The table's cell that holds an id, or the empty one where it would be put. */
  #find({ scope, words }: CommandId): number {
    const table = this.#table
    const mask = table.length - 1
    const one = words[0]
    const two = words[1]
    const three = words[2]
    const four = words[3]
    const hash = hashId(this.#salt, scope, one, two, three, four)
    let cell = hash & mask
    for (; table[cell] !== 0; cell = (cell + 1) & mask) {
      if (((table[cell] ^ hash) & ~placeMask) !== 0) continue
      const place = (table[cell] & placeMask) - 1
      const at = place * wordsPerPlace
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
    const at = place * wordsPerPlace
    const scope = this.#numbers[place * numbersPerPlace]
    return hashId(this.#salt, scope, words[at], words[at + 1], words[at + 2], words[at + 3])
  }

  /** Empties a place's cell; what probed past it moves up. */
  #removeFromTable(place: number): void {
    const table = this.#table
    const mask = table.length - 1
    let hole = this.#hashOf(place) & mask
    while ((table[hole] & placeMask) !== place + 1) hole = (hole + 1) & mask
    for (let cell = (hole + 1) & mask; table[cell] !== 0; cell = (cell + 1) & mask) {
      const wanted = this.#hashOf((table[cell] & placeMask) - 1) & mask
      if (((cell - wanted) & mask) < ((cell - hole) & mask)) continue
      table[hole] = table[cell]
      hole = cell
    }
    table[hole] = 0
  }
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

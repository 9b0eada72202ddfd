/**
 * The last `capacity` command ids with the hash of their commands: a ring of typed arrays, and
 * a hash table of ring positions over (scope, id).
 */
import type { CommandId } from './commands.ts'
import type { Remembered } from './exchange-port.ts'
import { assertThat } from './invariant.ts'
import type { RememberedRow } from './state.ts'
import { type HashSum, hashKinds } from './state-hash.ts'
import { widened } from './widened.ts'

const wordsPerId = 6
const emptyPlace = -1

export class CommandMemory {
  readonly #capacity: number
  readonly #hash: HashSum
  /** Four words of the id and two of the body for each place of the ring. */
  #words: Uint32Array
  #scopes: Float64Array
  #seqs: Float64Array
  #times: Float64Array
  #table: Int32Array
  #oldest = 0
  #count = 0
  /** Time of the last id that was forgotten; 0 while none was. */
  forgottenAt = 0

  constructor(capacity: number, hash: HashSum) {
    this.#capacity = capacity
    this.#hash = hash
    const places = capacity < 1024 ? capacity : 1024
    this.#words = new Uint32Array(places * wordsPerId)
    this.#scopes = new Float64Array(places)
    this.#seqs = new Float64Array(places)
    this.#times = new Float64Array(places)
    this.#table = new Int32Array(tableSize(places)).fill(emptyPlace)
  }

  /** What is remembered of an id, or null. */
  recall(id: CommandId): Remembered | null {
    const place = this.#table[this.#find(id.scope, id.words)] as number
    if (place === emptyPlace) return null
    const at = place * wordsPerId
    const body = [this.#words[at + 4] as number, this.#words[at + 5] as number] as const
    return { seq: this.#seqs[place] as number, body }
  }

  /** Remembers an id that is not remembered, and forgets the oldest if there is no room. */
  remember(id: CommandId, seq: number, time: number): void {
    if (this.#count === this.#capacity) this.#forgetOldest()
    if (this.#count === this.#scopes.length) this.#grow()
    const cell = this.#find(id.scope, id.words)
    assertThat(this.#table[cell] === emptyPlace, 'a remembered id was applied again')
    const place = this.#place(this.#count)
    this.#words.set(id.words, place * wordsPerId)
    this.#words.set(id.body, place * wordsPerId + 4)
    this.#scopes[place] = id.scope
    this.#seqs[place] = seq
    this.#times[place] = time
    this.#table[cell] = place
    this.#count += 1
    this.#mix(place)
    this.#hash.put()
  }

  /** Oldest first. */
  *rows(): Generator<RememberedRow> {
    for (let age = 0; age < this.#count; age++) {
      const place = this.#place(age)
      const words = [...this.#words.subarray(place * wordsPerId, (place + 1) * wordsPerId)]
      yield {
        scope: this.#scopes[place] as number,
        words: words.slice(0, 4) as unknown as CommandId['words'],
        body: words.slice(4) as unknown as CommandId['body'],
        seq: this.#seqs[place] as number,
        time: this.#times[place] as number,
      }
    }
  }

  #place(age: number): number {
    const place = this.#oldest + age
    return place < this.#scopes.length ? place : place - this.#scopes.length
  }

  #mix(place: number): void {
    const at = place * wordsPerId
    this.#hash.begin(hashKinds.remembered).with(this.#scopes[place] as number)
    for (let word = at; word < at + wordsPerId; word++) this.#hash.with(this.#words[word] as number)
    this.#hash.with(this.#seqs[place] as number).with(this.#times[place] as number)
  }

  #forgetOldest(): void {
    const place = this.#oldest
    this.forgottenAt = this.#times[place] as number
    this.#mix(place)
    this.#hash.take()
    this.#removeFromTable(place)
    this.#oldest = place + 1 === this.#scopes.length ? 0 : place + 1
    this.#count -= 1
  }

  /** The table's cell that holds an id, or the empty one where it would be put. */
  #find(scope: number, words: CommandId['words']): number {
    const mask = this.#table.length - 1
    for (let cell = home(scope, words[0], words[1], words[2], words[3]) & mask; ; ) {
      const place = this.#table[cell] as number
      if (place === emptyPlace || this.#isAt(place, scope, words)) return cell
      cell = (cell + 1) & mask
    }
  }

  #isAt(place: number, scope: number, words: CommandId['words']): boolean {
    const at = place * wordsPerId
    return (
      this.#words[at + 3] === words[3] &&
      this.#words[at + 2] === words[2] &&
      this.#words[at + 1] === words[1] &&
      this.#words[at] === words[0] &&
      this.#scopes[place] === scope
    )
  }

  #homeOf(place: number): number {
    const at = place * wordsPerId
    const words = this.#words
    return home(
      this.#scopes[place] as number,
      words[at] as number,
      words[at + 1] as number,
      words[at + 2] as number,
      words[at + 3] as number,
    )
  }

  #removeFromTable(place: number): void {
    const table = this.#table
    const mask = table.length - 1
    let hole = this.#homeOf(place) & mask
    while (table[hole] !== place) hole = (hole + 1) & mask
    for (let cell = (hole + 1) & mask; table[cell] !== emptyPlace; cell = (cell + 1) & mask) {
      const wanted = this.#homeOf(table[cell] as number) & mask
      if (((cell - wanted) & mask) < ((cell - hole) & mask)) continue
      table[hole] = table[cell] as number
      hole = cell
    }
    table[hole] = emptyPlace
  }

  /** Only before the ring is full, so places are still in order of age. */
  #grow(): void {
    const doubled = this.#scopes.length * 2
    const places = doubled < this.#capacity ? doubled : this.#capacity
    this.#words = widened(this.#words, new Uint32Array(places * wordsPerId))
    this.#scopes = widened(this.#scopes, new Float64Array(places))
    this.#seqs = widened(this.#seqs, new Float64Array(places))
    this.#times = widened(this.#times, new Float64Array(places))
    this.#table = new Int32Array(tableSize(places)).fill(emptyPlace)
    const mask = this.#table.length - 1
    for (let place = 0; place < this.#count; place++) {
      let cell = this.#homeOf(place) & mask
      while (this.#table[cell] !== emptyPlace) cell = (cell + 1) & mask
      this.#table[cell] = place
    }
  }
}

/** A power of two with at least half of its cells empty. */
function tableSize(places: number): number {
  let size = 16
  while (size < places * 2) size *= 2
  return size
}

function home(scope: number, one: number, two: number, three: number, four: number): number {
  let mixed = Math.imul(one ^ Math.imul(scope | 0, 0x27d4eb2f), 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ two, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ three, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16) ^ four, 0x27d4eb2f)
  return (mixed ^ (mixed >>> 15)) >>> 1
}

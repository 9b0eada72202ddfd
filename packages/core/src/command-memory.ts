/**
 * The last `capacity` command ids with the hash of their commands, in the order in which they
 * came: a ring of pages, each with a hash table of its own that fits the cache, with linear probing over
 * cells of 16 bits of the hash and the place. An id is looked for from the newest page backwards, as long
 * as its time can be found there, so a new id mostly asks the newest page alone.
 *
 * Nothing is ever removed from a table: a place that was forgotten is passed over, and a page's table is
 * emptied as a whole before the page is written to again.
 */
import { type CommandId, idTimeMs } from './commands.ts'
import type { Remembered } from './exchange-port.ts'
import { assertThat } from './invariant.ts'
import type { RememberedRow } from './state.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'
import { widenedInts } from './widened.ts'

/** A ring has about so many pages, few enough to look through and each small enough for the cache. */
const pagesWanted = 256
const pageShiftMin = 2
/** A cell names a place of its page in 16 bits, of which 0 is none. */
const pageShiftMax = 15
const cellsPerPlace = 2

/** A record: scope, number and time of the command, then six words: of the id, of its command's hash. */
const intsPerId = 12
const seqNumber = 1
const timeNumber = 2
const idInt = 6
const bodyInt = 10

const placeBits = 0xffff
const tagBits = ~placeBits

const rememberedKind = hashKinds.remembered

export class CommandMemory {
  private readonly capacity: number
  private readonly hasher: StateHasher
  /** A power of two, and which. */
  private readonly placesPerPage: number
  private readonly pageShift: number
  /** How many places the ring has in the end; its arrays grow until then. */
  private readonly places: number
  private ints: Int32Array
  private numbers: Float64Array
  /** What each place adds to the state hash: two words, 0 where nothing is remembered. */
  private hashed: Int32Array
  /** The high half of an id's hash and 1 + its place in its page; 0 where the cell is empty. */
  private cells: Int32Array
  /** The latest time in a client's id of each page and of all before it, as far as is known. */
  private readonly latest: Float64Array
  /**
   * Scatters the tables differently in each exchange, so that no client can send ids that all fall on one
   * cell. It decides nothing but where in a table an id stands.
   */
  private salt: number
  private count = 0
  /** The place of the oldest id, of the first that the state hash does not hold yet, and of the next. */
  private oldest = 0
  private unhashed = 0
  private next = 0
  /** The page that is written to. */
  private newest = 0
  private hasForgotten = false
  /** Time of the last id that was forgotten before those that were restored. */
  private forgottenBefore = 0

  constructor(capacity: number, salt: number, hasher: StateHasher) {
    this.capacity = capacity
    this.salt = salt | 0
    this.hasher = hasher
    let shift = pageShiftMin
    while (shift < pageShiftMax && pagesWanted << shift < capacity) shift += 1
    const isFit = capacity >= 1 && capacity <= pagesWanted << shift
    assertThat(isFit, 'a memory of ids has places that its cells can name')
    const places = 1 << shift
    // One page more than the ids need: no id of a page is remembered any more when it is emptied.
    let pages = 1
    while ((pages - 1) * places < capacity) pages += 1
    this.placesPerPage = places
    this.pageShift = shift
    this.places = pages * places
    this.latest = new Float64Array(pages)
    this.ints = new Int32Array(places * intsPerId)
    this.numbers = new Float64Array(this.ints.buffer)
    this.hashed = new Int32Array(places * 2)
    this.cells = new Int32Array(places * cellsPerPlace)
  }

  /** Time of the last id that was forgotten; 0 while none was. Read where it is asked for: far memory. */
  get forgottenAt(): number {
    if (!this.hasForgotten) return this.forgottenBefore
    const last = this.oldest === 0 ? this.places - 1 : this.oldest - 1
    return this.number(last, timeNumber)
  }

  /** Sets the time of the last id that was forgotten before those that are remembered. */
  restoreForgottenAt(time: number): void {
    this.forgottenBefore = time
  }

  /** What is remembered of an id, or null. */
  recall(id: CommandId): Remembered | null {
    const place = this.find(id, hashId(id, this.salt))
    if (place < 0) return null
    const body = place * intsPerId + bodyInt
    return {
      seq: this.number(place, seqNumber),
      body: [this.ints[body] >>> 0, this.ints[body + 1] >>> 0],
    }
  }

  /** Remembers an id that is not remembered, and forgets the oldest if there is no room. */
  remember(id: CommandId, seq: number, time: number): void {
    if (this.count === this.capacity) this.forgetOldest()
    if (this.count === 0) this.salt ^= this.hasher.read()[0]
    const place = this.next
    if ((place & (this.placesPerPage - 1)) === 0) this.beginPage(place)
    const { scope, words, body } = id
    const { cells, latest, newest, ints, numbers } = this
    const hash = hashId(id, this.salt)
    const idTime = scope === 0 ? 0 : idTimeMs(words)
    const mask = this.placesPerPage * cellsPerPlace - 1
    const firstCell = newest * (mask + 1)
    let at = hash & mask
    // A cell with the same tag may be the same id; so may one of an earlier page, if that has its time.
    let mayBeKnown = scope === 0 || idTime <= latest[this.pageBefore(newest)]
    for (let cell = cells[firstCell + at]; cell !== 0; cell = cells[firstCell + at]) {
      if (((cell ^ hash) & tagBits) === 0) mayBeKnown = true
      at = (at + 1) & mask
    }
    const isKnown = mayBeKnown && this.find(id, hash) >= 0
    assertThat(!isKnown, 'INV-15 a remembered id was applied again')
    cells[firstCell + at] = (hash & tagBits) | ((place & (this.placesPerPage - 1)) + 1)
    if (idTime > latest[newest]) latest[newest] = idTime
    const int = place * intsPerId
    const number = int >> 1
    numbers[number] = scope
    numbers[number + seqNumber] = seq
    numbers[number + timeNumber] = time
    ints[int + idInt] = words[0]
    ints[int + idInt + 1] = words[1]
    ints[int + idInt + 2] = words[2]
    ints[int + idInt + 3] = words[3]
    ints[int + bodyInt] = body[0]
    ints[int + bodyInt + 1] = body[1]
    this.next = this.after(place)
    this.count += 1
  }

  /** Puts the ids that came since the last time into the state hash. */
  settle(): void {
    const hasher = this.hasher
    const ints = this.ints
    const hashed = this.hashed
    const end = this.next
    for (let place = this.unhashed; place !== end; place = this.after(place)) {
      hasher.replaceRecord(rememberedKind, ints, place * intsPerId, intsPerId, 0, hashed, place * 2)
    }
    this.unhashed = end
  }

  /** Oldest first. */
  *rows(): Generator<RememberedRow> {
    let place = this.oldest
    for (let count = 0; count < this.count; count++, place = this.after(place)) {
      yield this.row(place)
    }
  }

  /** The place of an id, or −1. */
  private find(id: CommandId, hash: number): number {
    const { scope, words } = id
    const one = words[0] | 0
    const two = words[1] | 0
    const three = words[2] | 0
    const four = words[3] | 0
    const cells = this.cells
    const ints = this.ints
    const mask = this.placesPerPage * cellsPerPlace - 1
    const oldest = this.oldest >> this.pageShift
    for (let page = this.newest; ; page = this.pageBefore(page)) {
      const firstCell = page * (mask + 1)
      const firstPlace = page * this.placesPerPage
      let at = hash & mask
      for (let cell = cells[firstCell + at]; cell !== 0; cell = cells[firstCell + at]) {
        at = (at + 1) & mask
        if (((cell ^ hash) & tagBits) !== 0) continue
        const place = firstPlace + (cell & placeBits) - 1
        const word = place * intsPerId + idInt
        if (
          ints[word + 3] === four &&
          ints[word + 2] === three &&
          ints[word + 1] === two &&
          ints[word] === one &&
          this.number(place, 0) === scope &&
          this.isRemembered(place)
        ) {
          return place
        }
      }
      if (page === oldest) return -1
      // The ids that the server derives (scope 0) say no time; no other is in a page of earlier ones.
      if (scope !== 0 && idTimeMs(words) > this.latest[this.pageBefore(page)]) return -1
    }
  }

  /** Empties the page that begins at a place. */
  private beginPage(place: number): void {
    if (place * intsPerId === this.ints.length) this.widen()
    const page = place >> this.pageShift
    const cells = this.placesPerPage * cellsPerPlace
    this.cells.fill(0, page * cells, (page + 1) * cells)
    this.latest[page] = this.latest[this.newest]
    this.newest = page
  }

  private widen(): void {
    this.ints = widenedInts(this.ints, this.places * intsPerId)
    this.numbers = new Float64Array(this.ints.buffer)
    this.hashed = widenedInts(this.hashed, this.places * 2)
    this.cells = widenedInts(this.cells, this.places * cellsPerPlace)
  }

  private forgetOldest(): void {
    const place = this.oldest
    this.oldest = this.after(place)
    this.count -= 1
    this.hasForgotten = true
    if (place === this.unhashed) this.unhashed = this.oldest
    else this.hasher.clear(this.hashed, place * 2)
  }

  /** Whether what stands at a place was not forgotten; it was written since its page was emptied. */
  private isRemembered(place: number): boolean {
    const ahead = place - this.oldest
    return (ahead < 0 ? ahead + this.places : ahead) < this.count
  }

  private number(place: number, offset: number): number {
    return this.numbers[place * (intsPerId >> 1) + offset]
  }

  private pageBefore(page: number): number {
    return page === 0 ? this.latest.length - 1 : page - 1
  }

  private after(place: number): number {
    return place + 1 === this.places ? 0 : place + 1
  }

  private row(place: number): RememberedRow {
    const from = place * intsPerId + idInt
    const [one = 0, two = 0, three = 0, four = 0, bodyHigh = 0, bodyLow = 0] = Array.from(
      this.ints.subarray(from, from + intsPerId - idInt),
      (word) => word >>> 0,
    )
    return {
      scope: this.number(place, 0),
      words: [one, two, three, four],
      body: [bodyHigh, bodyLow],
      seq: this.number(place, seqNumber),
      time: this.number(place, timeNumber),
    }
  }
}

/** Scatters ids over the cells of a page. */
function hashId({ scope, words }: CommandId, salt: number): number {
  let mixed = Math.imul(words[0] ^ Math.imul((scope | 0) ^ salt, 0x27d4eb2f), 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ words[1], 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ words[2], 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16) ^ words[3], 0x27d4eb2f)
  return mixed ^ (mixed >>> 15)
}

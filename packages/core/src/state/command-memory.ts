/**
 * The latest `capacity` command ids with the hashes of their commands, oldest first. They are in a
 * ring of pages. Each page has a hash table that fits the cache: linear probing over cells of a 16-bit hash
 * tag and the slot. A lookup goes from the newest page backwards and stops at the first page whose ids are
 * all older, so a new id usually reads the newest page alone.
 *
 * Nothing is removed from a table. A lookup skips forgotten slots, and a page's table is cleared as a whole
 * before the page is reused.
 */
import { type CommandId, idTimeMs } from '../commands.ts'
import type { Remembered } from '../exchange-port.ts'
import { assertThat } from '../invariant.ts'
import type { RememberedRow } from './state-rows.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'
import { widenedInts } from './widened.ts'

/** The approximate number of pages: few enough to search, and each small enough for the cache. */
const pagesWanted = 256
const pageShiftMin = 2
/** A cell has 16 bits for the slot within its page; 0 means empty. */
const pageShiftMax = 15
const cellsPerSlot = 2

/** A record: scope, number and time of the command, then six words: of the id, of its command's hash. */
const intsPerId = 12
const seqNumber = 1
const timeNumber = 2
const idInt = 6
const bodyInt = 10

const slotBits = 0xffff
const tagBits = ~slotBits

const rememberedKind = hashKinds.remembered

export class CommandMemory {
  private readonly capacity: number
  private readonly hasher: StateHasher
  /** A power of two, and which. */
  private readonly slotsPerPage: number
  private readonly pageShift: number
  /** The final number of slots; the arrays grow up to it. */
  private readonly slotCount: number
  private ints: Int32Array
  private numbers: Float64Array
  /** The contribution of each slot to the state hash: two words, 0 for an empty slot. */
  private hashed: Int32Array
  /** The high half of an id's hash and 1 + its slot within the page; 0 in an empty cell. */
  private cells: Int32Array
  /** The latest time in a client's id of each page and of all before it, as far as is known. */
  private readonly latest: Float64Array
  /**
   * Scatters the tables differently in each exchange, so that no client can send ids that all hash to one
   * cell. It only decides where an id is in a table.
   */
  private salt: number
  private count = 0
  /**
   * The slot of the oldest id, of the first id that the state hash does not cover yet, and of the next id.
   */
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
    const slotCount = 1 << shift
    // One page more than the ids need: when a page is cleared, all its ids are forgotten.
    let pages = 1
    while ((pages - 1) * slotCount < capacity) pages += 1
    this.slotsPerPage = slotCount
    this.pageShift = shift
    this.slotCount = pages * slotCount
    this.latest = new Float64Array(pages)
    this.ints = new Int32Array(slotCount * intsPerId)
    this.numbers = new Float64Array(this.ints.buffer)
    this.hashed = new Int32Array(slotCount * 2)
    this.cells = new Int32Array(slotCount * cellsPerSlot)
  }

  /**
   * Time of the latest id that was forgotten; 0 if none was. Read it only where needed: the memory is rarely
   * in the cache.
   */
  get forgottenAt(): number {
    if (!this.hasForgotten) return this.forgottenBefore
    const last = this.oldest === 0 ? this.slotCount - 1 : this.oldest - 1
    return this.number(last, timeNumber)
  }

  /** Sets the time of the last id that was forgotten before those that are remembered. */
  restoreForgottenAt(time: number): void {
    this.forgottenBefore = time
  }

  /** The remembered result of an id, or null. */
  recall(id: CommandId): Remembered | null {
    const slot = this.find(id, hashId(id, this.salt))
    if (slot < 0) return null
    const body = slot * intsPerId + bodyInt
    return {
      seq: this.number(slot, seqNumber),
      body: [this.ints[body] >>> 0, this.ints[body + 1] >>> 0],
    }
  }

  /** Remembers a new id, and forgets the oldest if the memory is full. */
  remember(id: CommandId, seq: number, time: number): void {
    if (this.count === this.capacity) this.forgetOldest()
    if (this.count === 0) this.salt ^= this.hasher.read()[0]
    const slot = this.next
    if ((slot & (this.slotsPerPage - 1)) === 0) this.beginPage(slot)
    const { scope, words, body } = id
    const { cells, latest, newest, ints, numbers } = this
    const hash = hashId(id, this.salt)
    const idTime = scope === 0 ? 0 : idTimeMs(words)
    const mask = this.slotsPerPage * cellsPerSlot - 1
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
    cells[firstCell + at] = (hash & tagBits) | ((slot & (this.slotsPerPage - 1)) + 1)
    if (idTime > latest[newest]) latest[newest] = idTime
    const int = slot * intsPerId
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
    this.next = this.after(slot)
    this.count += 1
  }

  /** Adds the ids since the last update to the state hash. */
  updateHash(): void {
    const hasher = this.hasher
    const ints = this.ints
    const hashed = this.hashed
    const end = this.next
    for (let slot = this.unhashed; slot !== end; slot = this.after(slot)) {
      hasher.replaceRecord(rememberedKind, ints, slot * intsPerId, intsPerId, 0, hashed, slot * 2)
    }
    this.unhashed = end
  }

  /** Oldest first. */
  *rows(): Generator<RememberedRow> {
    let slot = this.oldest
    for (let count = 0; count < this.count; count++, slot = this.after(slot)) {
      yield this.row(slot)
    }
  }

  /** The slot of an id, or −1. */
  private find(id: CommandId, hash: number): number {
    const { scope, words } = id
    const one = words[0] | 0
    const two = words[1] | 0
    const three = words[2] | 0
    const four = words[3] | 0
    const cells = this.cells
    const ints = this.ints
    const mask = this.slotsPerPage * cellsPerSlot - 1
    const oldest = this.oldest >> this.pageShift
    for (let page = this.newest; ; page = this.pageBefore(page)) {
      const firstCell = page * (mask + 1)
      const firstSlot = page * this.slotsPerPage
      let at = hash & mask
      for (let cell = cells[firstCell + at]; cell !== 0; cell = cells[firstCell + at]) {
        at = (at + 1) & mask
        if (((cell ^ hash) & tagBits) !== 0) continue
        const slot = firstSlot + (cell & slotBits) - 1
        const word = slot * intsPerId + idInt
        if (
          ints[word + 3] === four &&
          ints[word + 2] === three &&
          ints[word + 1] === two &&
          ints[word] === one &&
          this.number(slot, 0) === scope &&
          this.isRemembered(slot)
        ) {
          return slot
        }
      }
      if (page === oldest) return -1
      // Ids that the server derives (scope 0) carry no time. Any other id is not in a page of older ones.
      if (scope !== 0 && idTimeMs(words) > this.latest[this.pageBefore(page)]) return -1
    }
  }

  /** Clears the page that begins at this slot. */
  private beginPage(slot: number): void {
    if (slot * intsPerId === this.ints.length) this.widen()
    const page = slot >> this.pageShift
    const cells = this.slotsPerPage * cellsPerSlot
    this.cells.fill(0, page * cells, (page + 1) * cells)
    this.latest[page] = this.latest[this.newest]
    this.newest = page
  }

  private widen(): void {
    this.ints = widenedInts(this.ints, this.slotCount * intsPerId)
    this.numbers = new Float64Array(this.ints.buffer)
    this.hashed = widenedInts(this.hashed, this.slotCount * 2)
    this.cells = widenedInts(this.cells, this.slotCount * cellsPerSlot)
  }

  private forgetOldest(): void {
    const slot = this.oldest
    this.oldest = this.after(slot)
    this.count -= 1
    this.hasForgotten = true
    if (slot === this.unhashed) this.unhashed = this.oldest
    else this.hasher.clear(this.hashed, slot * 2)
  }

  /** Whether the id in a slot is still remembered. The slot was written after its page was cleared. */
  private isRemembered(slot: number): boolean {
    const ahead = slot - this.oldest
    return (ahead < 0 ? ahead + this.slotCount : ahead) < this.count
  }

  private number(slot: number, offset: number): number {
    return this.numbers[slot * (intsPerId >> 1) + offset]
  }

  private pageBefore(page: number): number {
    return page === 0 ? this.latest.length - 1 : page - 1
  }

  private after(slot: number): number {
    return slot + 1 === this.slotCount ? 0 : slot + 1
  }

  private row(slot: number): RememberedRow {
    const from = slot * intsPerId + idInt
    const [one = 0, two = 0, three = 0, four = 0, bodyHigh = 0, bodyLow = 0] = Array.from(
      this.ints.subarray(from, from + intsPerId - idInt),
      (word) => word >>> 0,
    )
    return {
      scope: this.number(slot, 0),
      words: [one, two, three, four],
      body: [bodyHigh, bodyLow],
      seq: this.number(slot, seqNumber),
      time: this.number(slot, timeNumber),
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

/**
 * The last `capacity` command ids with the hash of their commands, in the order in which they
 * came: a ring of pages, each with a hash table of its own that fits the cache. An id is looked for
 * from the newest page backwards, as long as its time can be found there, so a new id mostly asks the newest page alone.
 */
import type { CommandId } from './commands.ts'
import type { Remembered } from './exchange-port.ts'
import { assertThat } from './invariant.ts'
import { hashId, MemoryPage } from './memory-page.ts'
import type { RememberedRow } from './state.ts'
import type { StateHasher } from './state-hash.ts'

/** A ring has about so many pages, few enough to look through and each small enough for the cache. */
const pagesWanted = 256
const placesMin = 4

export class CommandMemory {
  readonly #capacity: number
  readonly #hasher: StateHasher
  readonly #placesPerPage: number
  /** A page is made when it is first written to, and emptied when it is written to again. */
  readonly #pages: (MemoryPage | undefined)[]
  /**
   * Scatters the tables differently in each exchange, so that no client can send ids that all fall on one
   * cell. It decides nothing but where in a table an id stands.
   */
  #salt: number
  #count = 0
  /** The page that is written to. */
  #newest = 0
  /** The page of the oldest id, and the id's place in it. */
  #oldest = 0
  #oldestPlace = 0
  /** Time of the last id that was forgotten before those of the oldest page. */
  #forgottenBefore = 0

  constructor(capacity: number, salt: number, hasher: StateHasher) {
    this.#capacity = capacity
    this.#salt = salt | 0
    this.#hasher = hasher
    let places = placesMin
    while (places * pagesWanted < capacity) places *= 2
    this.#placesPerPage = places
    // One page more than the ids need: the newest is never the oldest's before that is all forgotten.
    let pages = 1
    while ((pages - 1) * places < capacity) pages += 1
    this.#pages = Array.from({ length: pages })
  }

  /** Time of the last id that was forgotten; 0 while none was. Read where it is asked for: far memory. */
  get forgottenAt(): number {
    const page = this.#pages[this.#oldest]
    if (page === undefined || this.#oldestPlace === 0) return this.#forgottenBefore
    return page.time(this.#oldestPlace - 1)
  }

  /** Sets the time of the last id that was forgotten before those that are remembered. */
  restoreForgottenAt(time: number): void {
    this.#forgottenBefore = time
  }

  /** What is remembered of an id, or null. */
  recall(id: CommandId): Remembered | null {
    return this.#recall(id, hashId(id, this.#salt))
  }

  /** Remembers an id that is not remembered, and forgets the oldest if there is no room. */
  remember(id: CommandId, seq: number, time: number): void {
    if (this.#count === this.#capacity) this.#forgetOldest()
    if (this.#count === 0) this.#salt ^= this.#hasher.read()[0]
    const hash = hashId(id, this.#salt)
    assertThat(this.#recall(id, hash) === null, 'INV-15 a remembered id was applied again')
    this.#pageToWrite().add(id, hash, seq, time, this.#hasher)
    this.#count += 1
  }

  /** Oldest first. */
  *rows(): Generator<RememberedRow> {
    for (let at = this.#oldest; ; at = this.#after(at)) {
      yield* this.#pages[at]?.rows(at === this.#oldest ? this.#oldestPlace : 0) ?? []
      if (at === this.#newest) return
    }
  }

  #recall(id: CommandId, hash: number): Remembered | null {
    for (let at = this.#newest; ; at = this.#before(at)) {
      const page = this.#pages[at]
      if (page === undefined) return null
      const isOldest = at === this.#oldest
      const place = page.find(id, hash, isOldest ? this.#oldestPlace : 0)
      if (place >= 0) return page.remembered(place)
      if (isOldest || !page.mayBeBefore(id)) return null
    }
  }

  #after(at: number): number {
    return at + 1 === this.#pages.length ? 0 : at + 1
  }

  #before(at: number): number {
    return at === 0 ? this.#pages.length - 1 : at - 1
  }

  #pageToWrite(): MemoryPage {
    const page = this.#pages[this.#newest]
    if (page !== undefined && page.count < this.#placesPerPage) return page
    if (page !== undefined) this.#newest = this.#after(this.#newest)
    const next = this.#pages[this.#newest] ?? new MemoryPage(this.#placesPerPage)
    next.beginAfter(page)
    this.#pages[this.#newest] = next
    return next
  }

  #forgetOldest(): void {
    const page = this.#pages[this.#oldest]
    assertThat(page !== undefined, 'an id to forget')
    page.forget(this.#oldestPlace, this.#hasher)
    this.#count -= 1
    this.#oldestPlace += 1
    if (this.#oldestPlace < this.#placesPerPage) return
    this.#forgottenBefore = page.time(this.#oldestPlace - 1)
    this.#oldest = this.#after(this.#oldest)
    this.#oldestPlace = 0
  }
}

/**
 * A hash table from integers (1 ≤ key < 2^53) to slots, in one typed array: open addressing with linear
 * probing and backward-shift deletion. Used for order ids, balance rows and traders.
 *
 * Eight neighboring keys share a block, so that orders of one moment, or the currencies of one account,
 * lie in one or two lines of the cache.
 */
import { highWord } from '@tukar/money'

const emptyKey = 0
const blockKeys = 8

export class NumberIndex {
  /** Key and slot by turns. */
  #cells: Float64Array
  #mask: number
  #count = 0

  /** @param capacity a power of two */
  constructor(capacity = 1024) {
    this.#cells = new Float64Array(capacity * 2)
    this.#mask = capacity - 1
  }

  /** How many keys are in it. */
  get count(): number {
    return this.#count
  }

  /** The slot of a key, or −1; any number may be asked for. */
  get(key: number): number {
    const cells = this.#cells
    const mask = this.#mask
    for (let at = home(key, mask); ; at = (at + 1) & mask) {
      const found = cells[at * 2]
      if (found === emptyKey) return -1
      if (found === key) return cells[at * 2 + 1] | 0
    }
  }

  /** Adds a key that is not in it. */
  add(key: number, slot: number): void {
    if (this.#count * 2 > this.#mask) this.#grow()
    this.#count += 1
    this.#place(key, slot)
  }

  /** Removes a key that is in it; what probed past it moves up, so no tombstones are left. */
  remove(key: number): void {
    const cells = this.#cells
    const mask = this.#mask
    let hole = home(key, mask)
    while (cells[hole * 2] !== key) hole = (hole + 1) & mask
    for (let at = (hole + 1) & mask; cells[at * 2] !== emptyKey; at = (at + 1) & mask) {
      const wanted = home(cells[at * 2], mask)
      if (((at - wanted) & mask) < ((at - hole) & mask)) continue
      cells[hole * 2] = cells[at * 2]
      cells[hole * 2 + 1] = cells[at * 2 + 1]
      hole = at
    }
    cells[hole * 2] = emptyKey
    this.#count -= 1
  }

  #place(key: number, slot: number): void {
    const cells = this.#cells
    const mask = this.#mask
    let at = home(key, mask)
    while (cells[at * 2] !== emptyKey) at = (at + 1) & mask
    cells[at * 2] = key
    cells[at * 2 + 1] = slot
  }

  #grow(): void {
    const old = this.#cells
    this.#cells = new Float64Array(old.length * 2)
    this.#mask = old.length - 1
    for (let at = 0; at < old.length; at += 2) {
      if (old[at] !== emptyKey) this.#place(old[at], old[at + 1])
    }
  }
}

/**
 * Where a key would stand: its block is scattered, and so is its place in the block, or the keys of all
 * accounts in one market would begin at the same eighth of the table.
 */
function home(key: number, mask: number): number {
  const low = key | 0
  let block = Math.imul((low >>> 3) ^ Math.imul(highWord(key), 0x85ebca6b), 0x9e3779b1)
  block ^= block >>> 15
  return ((block << 3) | ((low ^ (block >>> 27)) & (blockKeys - 1))) & mask
}

/**
 * A hash table from integers (0 ≤ key < 2^53) to slots, in two typed arrays: open addressing with
 * linear probing and backward-shift deletion. Used for order ids, balance rows and open-order lists.
 */

const emptySlot = -1

export class NumberIndex {
  #keys: Float64Array
  #slots: Int32Array
  #mask: number
  #count = 0
  readonly #bits = new Float64Array(1)
  readonly #words = new Uint32Array(this.#bits.buffer)

  constructor(capacity = 1024) {
    this.#keys = new Float64Array(capacity)
    this.#slots = new Int32Array(capacity).fill(emptySlot)
    this.#mask = capacity - 1
  }

  /** How many keys are in it. */
  get count(): number {
    return this.#count
  }

  /** The slot of a key, or −1. */
  get(key: number): number {
    const keys = this.#keys
    const slots = this.#slots
    for (let at = this.#home(key); ; at = (at + 1) & this.#mask) {
      const slot = slots[at] as number
      if (slot === emptySlot || keys[at] === key) return slot
    }
  }

  /** Adds a key that is not in it. */
  add(key: number, slot: number): void {
    if ((this.#count + 1) * 2 > this.#mask) this.#grow()
    let at = this.#home(key)
    while (this.#slots[at] !== emptySlot) at = (at + 1) & this.#mask
    this.#keys[at] = key
    this.#slots[at] = slot
    this.#count += 1
  }

  /** Removes a key that is in it; what probed past it moves up, so no tombstones are left. */
  remove(key: number): void {
    const keys = this.#keys
    const slots = this.#slots
    let hole = this.#home(key)
    while (keys[hole] !== key || slots[hole] === emptySlot) hole = (hole + 1) & this.#mask
    for (let at = (hole + 1) & this.#mask; slots[at] !== emptySlot; at = (at + 1) & this.#mask) {
      const home = this.#home(keys[at] as number)
      if (((at - home) & this.#mask) < ((at - hole) & this.#mask)) continue
      keys[hole] = keys[at] as number
      slots[hole] = slots[at] as number
      hole = at
    }
    slots[hole] = emptySlot
    this.#count -= 1
  }

  #home(key: number): number {
    this.#bits[0] = key
    const low = this.#words[0] as number
    const high = this.#words[1] as number
    let hash = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1)
    hash ^= hash >>> 15
    return (Math.imul(hash, 0xc2b2ae35) >>> 7) & this.#mask
  }

  #grow(): void {
    const keys = this.#keys
    const slots = this.#slots
    const capacity = keys.length * 2
    this.#keys = new Float64Array(capacity)
    this.#slots = new Int32Array(capacity).fill(emptySlot)
    this.#mask = capacity - 1
    this.#count = 0
    for (let at = 0; at < keys.length; at++) {
      if (slots[at] !== emptySlot) this.add(keys[at] as number, slots[at] as number)
    }
  }
}

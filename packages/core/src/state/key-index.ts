/**
 * A hash table from the keys of records (1 ≤ key < 2^53) to their offsets, in one typed array: open
 * addressing with linear probing and backward-shift deletion. Used for order ids, balance rows and market
 * accounts.
 *
 * A cell holds the low word of a key and the offset of its record, which has the whole key. Eight neighboring
 * keys share a block, so orders placed close together are in one or two cache lines.
 */
import type { Records } from './records.ts'

const firstCells = 1024
const blockKeys = 8
/** The table grows when more than five of eight cells are used. */
const fullShare = { taken: 5, of: 8 }

export class KeyIndex {
  private readonly records: Records
  /** The offset within a record of the number that is its key. */
  private readonly offset: number
  /** The low word of the key and 1 + offset, alternating; offset 0 in an empty cell. */
  private cells = new Int32Array(firstCells * 2)
  private mask = firstCells - 1
  private used = 0

  /** @param offset the offset within a record of the number that is its key */
  constructor(records: Records, offset: number) {
    this.records = records
    this.offset = offset
  }

  /** How many keys are in it. */
  get count(): number {
    return this.used
  }

  /** The offset of a key's record, or −1; accepts any number. */
  get(key: number): number {
    const { numbers } = this.records
    const cells = this.cells
    const mask = this.mask
    const low = key | 0
    for (let at = preferredCell(low, mask); ; at = (at + 1) & mask) {
      const record = cells[at * 2 + 1] - 1
      if (record < 0) return -1
      if (cells[at * 2] !== low) continue
      if (numbers[(record >> 1) + this.offset] === key) return record
    }
  }

  /** Adds the key of a record; it is not in the table yet. */
  add(key: number, record: number): void {
    if (this.used * fullShare.of >= (this.mask + 1) * fullShare.taken) this.grow()
    this.used += 1
    this.put(key | 0, record + 1)
  }

  /** Removes a key of the table. Later cells of its probe sequence move up, so there are no tombstones. */
  remove(key: number, record: number): void {
    const cells = this.cells
    const mask = this.mask
    let hole = preferredCell(key | 0, mask)
    while (cells[hole * 2 + 1] !== record + 1) hole = (hole + 1) & mask
    for (let at = (hole + 1) & mask; cells[at * 2 + 1] !== 0; at = (at + 1) & mask) {
      const wanted = preferredCell(cells[at * 2], mask)
      if (((at - wanted) & mask) < ((at - hole) & mask)) continue
      cells[hole * 2] = cells[at * 2]
      cells[hole * 2 + 1] = cells[at * 2 + 1]
      hole = at
    }
    cells[hole * 2 + 1] = 0
    this.used -= 1
  }

  private put(low: number, value: number): void {
    const cells = this.cells
    const mask = this.mask
    let at = preferredCell(low, mask)
    while (cells[at * 2 + 1] !== 0) at = (at + 1) & mask
    cells[at * 2] = low
    cells[at * 2 + 1] = value
  }

  private grow(): void {
    const old = this.cells
    this.cells = new Int32Array(old.length * 2)
    this.mask = old.length - 1
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) this.put(old[at], old[at + 1])
    }
  }
}

/**
 * The preferred cell of a key. Both the block and the cell within it are scattered; otherwise the keys of all
 * accounts of one market would begin in the same eighth of the table.
 */
function preferredCell(low: number, mask: number): number {
  let block = Math.imul(low >>> 3, 0x9e3779b1)
  block ^= block >>> 15
  return ((block << 3) | ((low ^ (block >>> 27)) & (blockKeys - 1))) & mask
}

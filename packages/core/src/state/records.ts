/**
 * The records of the core. Balance rows, market accounts and orders share one growing buffer, viewed as
 * 64-bit numbers and as 32-bit integers. So an order touches little memory, and a function that works on all
 * three kinds loads two arrays once.
 *
 * A record is identified by the offset of its first integer, so a field is one addition away.
 */
import { widenedBytes, widenedInts } from './widened.ts'

/**
 * Records are multiples of 8 integers long (a granule). An offset shifted by this is the number of its
 * granule.
 */
const granuleShift = 3

/** The initial size in integers: a power of two, at least as long as the longest record. */
const usualFirstInts = 1 << 16

export class Records {
  numbers: Float64Array
  ints: Int32Array
  /** 1 for a record that is among the changed ones of its owner, by its granule. */
  marks: Uint8Array
  private end = 0

  /** @param firstInts a power of two, at least 16; smaller than usual only in tests */
  constructor(firstInts = usualFirstInts) {
    this.ints = new Int32Array(firstInts)
    this.numbers = new Float64Array(this.ints.buffer)
    this.marks = new Uint8Array(firstInts >> granuleShift)
  }

  /**
   * Returns the offset of a new record, all zero. This may replace the arrays: do not keep them across a
   * call.
   *
   * @param ints its size, a multiple of 8
   */
  make(ints: number): number {
    const offset = this.end
    if (offset + ints > this.ints.length) this.widen()
    this.end = offset + ints
    return offset
  }

  private widen(): void {
    this.ints = widenedInts(this.ints)
    this.numbers = new Float64Array(this.ints.buffer)
    this.marks = widenedBytes(this.marks)
  }
}

/** The offsets of changed records, each once, in the order of the first change. */
export class ChangedRecords {
  offsets = new Int32Array(1024)
  count = 0
  private readonly records: Records

  constructor(records: Records) {
    this.records = records
  }

  /** Adds a record unless its mark shows that it is in the list. */
  note(offset: number): void {
    const { marks } = this.records
    if (marks[offset >> granuleShift] === 1) return
    marks[offset >> granuleShift] = 1
    if (this.count === this.offsets.length) this.offsets = widenedInts(this.offsets)
    this.offsets[this.count++] = offset
  }

  /** Empties the list and returns its length; `offsets` stays readable until the next `note`. */
  take(): number {
    const { marks } = this.records
    const { offsets, count } = this
    for (let at = 0; at < count; at++) marks[offsets[at] >> granuleShift] = 0
    this.count = 0
    return count
  }
}

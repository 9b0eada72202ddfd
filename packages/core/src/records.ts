/**
 * The records of the core: balance rows, traders and orders lie in one growing buffer, seen as numbers and
 * as integers of 32 bits, so that what an order costs is what it must fetch, and a function that works on
 * all three kinds loads two arrays once.
 *
 * A record is known by its place: where its first integer stands, so that a field is one addition away.
 */
import { widenedBytes, widenedInts } from './widened.ts'

/** A record is so many granules of 8 integers long; its place shifted by this is the number of its first. */
const granuleShift = 3

/** How many integers there is room for at first; a power of two, and no record is longer than the least. */
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
   * The place of a new record, all zero. The arrays may be others afterwards: nobody keeps them over it.
   *
   * @param ints its size, a multiple of 8
   */
  make(ints: number): number {
    const place = this.end
    if (place + ints > this.ints.length) this.widen()
    this.end = place + ints
    return place
  }

  private widen(): void {
    this.ints = widenedInts(this.ints)
    this.numbers = new Float64Array(this.ints.buffer)
    this.marks = widenedBytes(this.marks)
  }
}

/** The places of records that changed, each once, in the order in which they did, until they are taken. */
export class ChangedPlaces {
  places = new Int32Array(1024)
  count = 0
  private readonly records: Records

  constructor(records: Records) {
    this.records = records
  }

  /** Notes a record, if its mark does not say that it is noted. */
  note(place: number): void {
    const { marks } = this.records
    if (marks[place >> granuleShift] === 1) return
    marks[place >> granuleShift] = 1
    if (this.count === this.places.length) this.places = widenedInts(this.places)
    this.places[this.count++] = place
  }

  /** Forgets all: how many there were; their places stand until the next is noted. */
  take(): number {
    const { marks } = this.records
    const { places, count } = this
    for (let at = 0; at < count; at++) marks[places[at] >> granuleShift] = 0
    this.count = 0
    return count
  }
}

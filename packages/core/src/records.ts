/**
 * Records of a fixed size in one growing buffer, seen as numbers and as integers of 32 bits, so that all
 * of a record lies in one or two lines of the cache: what an order costs is what it must fetch.
 */

const firstCapacity = 1024
const bytesPerNumber = 8

export class Records {
  numbers: Float64Array
  ints: Int32Array
  readonly #numbersPerRecord: number
  #capacity = firstCapacity

  /** @param numbersPerRecord size of a record in numbers; each has room for two integers */
  constructor(numbersPerRecord: number) {
    this.#numbersPerRecord = numbersPerRecord
    this.numbers = new Float64Array(firstCapacity * numbersPerRecord)
    this.ints = new Int32Array(this.numbers.buffer)
  }

  /** Makes room for so many records; `numbers` and `ints` may be other arrays afterwards. */
  reserve(count: number): void {
    if (count > this.#capacity) this.#widen(count)
  }

  #widen(count: number): void {
    while (this.#capacity < count) this.#capacity *= 2
    const old = this.numbers
    const buffer = new ArrayBuffer(this.#capacity * this.#numbersPerRecord * bytesPerNumber)
    this.numbers = new Float64Array(buffer)
    this.ints = new Int32Array(buffer)
    this.numbers.set(old)
  }
}

/**
 * Records of a fixed size in one growing buffer, seen as numbers and as integers of 32 bits, so that all
 * of a record lies in one or two lines of the cache: what an order costs is what it must fetch.
 */

const firstCapacity = 1024
const bytesPerNumber = 8

export class Records {
  #buffer: ArrayBuffer
  readonly #numbersPerRecord: number
  #capacity = firstCapacity
  numbers: Float64Array
  ints: Int32Array

  /** @param numbersPerRecord size of a record in numbers; each has room for two integers */
  constructor(numbersPerRecord: number) {
    this.#numbersPerRecord = numbersPerRecord
    this.#buffer = new ArrayBuffer(firstCapacity * numbersPerRecord * bytesPerNumber)
    this.numbers = new Float64Array(this.#buffer)
    this.ints = new Int32Array(this.#buffer)
  }

  /** Makes room for so many records; `numbers` and `ints` may be other arrays afterwards. */
  reserve(count: number): void {
    if (count <= this.#capacity) return
    while (this.#capacity < count) this.#capacity *= 2
    const old = this.numbers
    this.#buffer = new ArrayBuffer(this.#capacity * this.#numbersPerRecord * bytesPerNumber)
    this.numbers = new Float64Array(this.#buffer)
    this.ints = new Int32Array(this.#buffer)
    this.numbers.set(old)
  }
}

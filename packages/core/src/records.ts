/**
 * Records of a fixed size in one growing buffer, seen as numbers and as integers of 32 bits, so that all
 * of a record lies in one or two lines of the cache: what an order costs is what it must fetch.
 *
 * A record is known by its place: where its first integer stands, so that a field is one addition away.
 * V8 inlines a function of at most 27 bytes of bytecode wherever it is called; those that read or write
 * one field are so short, and a longer one would box each big number that it takes or gives.
 */

const firstCapacity = 1024
const bytesPerInt = 4

export class Records {
  protected numbers: Float64Array
  protected ints: Int32Array
  readonly #intsPerRecord: number
  #end = 0

  /** @param intsPerRecord size of a record, even: a number takes the room of two integers */
  constructor(intsPerRecord: number) {
    this.#intsPerRecord = intsPerRecord
    this.ints = new Int32Array(firstCapacity * intsPerRecord)
    this.numbers = new Float64Array(this.ints.buffer)
  }

  /** Where the record behind the last one would begin: no place is as high. */
  protected get end(): number {
    return this.#end
  }

  /** The place of a new record, all zero; `numbers` and `ints` may be other arrays afterwards. */
  protected makeRecord(): number {
    const place = this.#end
    if (place === this.ints.length) this.#widen()
    this.#end = place + this.#intsPerRecord
    return place
  }

  #widen(): void {
    const old = this.ints
    const buffer = new ArrayBuffer(old.length * 2 * bytesPerInt)
    this.numbers = new Float64Array(buffer)
    this.ints = new Int32Array(buffer)
    this.ints.set(old)
  }
}

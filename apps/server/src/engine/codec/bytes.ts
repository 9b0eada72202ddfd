/**
 * Integers and texts as few bytes: base-128 numbers (the low bit of the first says the sign), texts with
 * their length. A reader never runs past its bytes, whatever they are.
 */

/** Thrown for bytes that are no block of ours; never for what we wrote ourselves. */
export class CodecError extends Error {
  override readonly name = 'CodecError'
}

const lowBits = 128
const textBytesMax = 10_000

/** Grows as it is written to; `take` gives what was written and begins anew. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(65_536)
  #at = 0

  get length(): number {
    return this.#at
  }

  /** An integer within ±(2^53 − 1). */
  int(value: number): void {
    if (this.#at + 16 > this.#bytes.length) this.#grow(16)
    const magnitude = value < 0 ? -value : value
    let rest = Math.floor(magnitude / 64)
    const first = (magnitude % 64) * 2 + (value < 0 ? 1 : 0)
    this.#bytes[this.#at++] = rest > 0 ? first | 0x80 : first
    while (rest > 0) {
      const low = rest % lowBits
      rest = Math.floor(rest / lowBits)
      this.#bytes[this.#at++] = rest > 0 ? low | 0x80 : low
    }
  }

  text(value: string): void {
    const length = Buffer.byteLength(value)
    this.int(length)
    if (this.#at + length > this.#bytes.length) this.#grow(length)
    this.#at += this.#bytes.write(value, this.#at)
  }

  /** A copy of what was written; the writer is empty afterwards. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    return taken
  }

  #grow(need: number): void {
    const longer = Buffer.allocUnsafe(this.#bytes.length * 2 + need)
    this.#bytes.copy(longer)
    this.#bytes = longer
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  int(): number {
    const first = this.#byte()
    let value = (first & 0x7f) >> 1
    let scale = 64
    let isMore = (first & 0x80) !== 0
    while (isMore) {
      const next = this.#byte()
      value += (next & 0x7f) * scale
      scale *= lowBits
      isMore = (next & 0x80) !== 0
      if (!Number.isSafeInteger(value)) throw new CodecError('a number is too large')
    }
    return (first & 1) === 1 ? -value : value
  }

  text(): string {
    const length = this.int()
    if (length < 0 || length > textBytesMax || this.#at + length > this.#bytes.length) {
      throw new CodecError('a text is longer than its bytes')
    }
    const end = this.#at + length
    const value = Buffer.from(this.#bytes.subarray(this.#at, end)).toString('utf8')
    this.#at = end
    return value
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new CodecError('the bytes end too early')
    return byte
  }
}

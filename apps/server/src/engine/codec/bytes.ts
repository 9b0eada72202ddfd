/**
 * Integers and texts as few bytes: base-128 numbers (the low bit of the first says the sign), texts with
 * their length. A writer refuses what a reader could not give back; a reader never runs past its bytes,
 * whatever they are.
 */

/** Thrown for bytes that are no block of ours, and for values that no block can hold. */
export class CodecError extends Error {
  override readonly name = 'CodecError'
}

/** A number's lowest 27 bits are in its first four bytes, the 26 above in four more. */
const lowBits = 27
const highBits = 26
const highUnit = 2 ** lowBits
const highMax = 2 ** highBits
const firstBytesMax = 65_536
const numberBytesMax = 8
/** The longest text, in bytes of UTF-8. */
export const textBytesMax = 10_000
const loneSurrogate = /\p{Surrogate}/u

/** Grows as it is written to; `take` gives what was written and begins anew. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(firstBytesMax)
  #at = 0

  get length(): number {
    return this.#at
  }

  /** An integer within ±(2^53 − 1). */
  int(value: number): void {
    if (this.#at + numberBytesMax > this.#bytes.length) this.#grow(numberBytesMax)
    if (value >= 0 && value < 64 && value === value >>> 0) {
      this.#bytes[this.#at++] = value << 1
      return
    }
    if (!Number.isSafeInteger(value)) throw new CodecError(`${value} is no integer of ours`)
    const magnitude = value < 0 ? -value : value
    const high = Math.floor(magnitude / highUnit)
    const low = magnitude - high * highUnit
    const first = ((low & 0x3f) << 1) | (value < 0 ? 1 : 0)
    if (high === 0) return this.#groups(first, low >>> 6)
    const bytes = this.#bytes
    bytes[this.#at++] = first | 0x80
    bytes[this.#at++] = (low >>> 6) | 0x80
    bytes[this.#at++] = (low >>> 13) | 0x80
    this.#groups((low >>> 20) & 0x7f, high)
  }

  /** A byte, then a number below 2^27 as groups of seven bits. */
  #groups(first: number, rest: number): void {
    const bytes = this.#bytes
    let byte = first
    for (let left = rest; left > 0; left >>>= 7) {
      bytes[this.#at++] = byte | 0x80
      byte = left & 0x7f
    }
    bytes[this.#at++] = byte
  }

  /** A text without half a surrogate pair, which UTF-8 could not give back. */
  text(value: string): void {
    const length = Buffer.byteLength(value)
    if (length > textBytesMax) throw new CodecError(`a text of ${length} bytes is too long`)
    if (length !== value.length && loneSurrogate.test(value)) {
      throw new CodecError('a text is not well-formed')
    }
    this.int(length)
    if (this.#at + length > this.#bytes.length) this.#grow(length)
    this.#at += this.#bytes.write(value, this.#at)
  }

  /** Bytes as they are, without their length. */
  raw(bytes: Uint8Array): void {
    if (this.#at + bytes.length > this.#bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  /** A copy of what was written; the writer is empty afterwards. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    return taken
  }

  /** Forgets what was written. */
  clear(): void {
    this.#at = 0
  }

  /** Forgets what was written behind this place. */
  rewind(at: number): void {
    this.#at = at
  }

  #grow(need: number): void {
    const longer = Buffer.allocUnsafe(this.#bytes.length * 2 + need)
    this.#bytes.copy(longer)
    this.#bytes = longer
  }
}

export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** How many bytes were read. */
  get at(): number {
    return this.#at
  }

  int(): number {
    const first = this.#byte()
    let byte = first
    let low = (first & 0x7f) >> 1
    for (let shift = 6; byte >= 0x80 && shift < lowBits; shift += 7) {
      byte = this.#byte()
      low |= (byte & 0x7f) << shift
    }
    let high = 0
    for (let shift = 0; byte >= 0x80; shift += 7) {
      byte = this.#byte()
      high |= (byte & 0x7f) << shift
      if (shift > highBits || high >= highMax) throw new CodecError('a number is too large')
    }
    const value = low + high * highUnit
    return (first & 1) === 1 ? -value : value
  }

  /** The next byte, which is read again; −1 at the end. */
  peek(): number {
    return this.#bytes[this.#at] ?? -1
  }

  text(): string {
    const length = this.int()
    if (length < 0 || length > textBytesMax || this.#at + length > this.#bytes.length) {
      throw new CodecError('a text is longer than its bytes')
    }
    const value = this.#bytes.toString('utf8', this.#at, this.#at + length)
    this.#at += length
    return value
  }

  /** The bytes between two places, not copied. */
  slice(from: number, to: number): Buffer {
    return this.#bytes.subarray(from, to)
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new CodecError('the bytes end too early')
    return byte
  }
}

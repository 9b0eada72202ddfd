/**
 * Compact encoding of integers and texts: base-128 numbers (the low bit of the first byte is the sign), texts
 * with their length. A writer rejects what a reader could not restore; a reader never reads beyond its bytes.
 */

/** Thrown for bytes that are not a valid block, and for values that cannot be encoded. */
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

/** A growing buffer; `take` returns the written bytes and resets it. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(firstBytesMax)
  #at = 0

  get length(): number {
    return this.#at
  }

  /** An integer within ±(2^53 − 1). */
  int(value: number): void {
    if (this.#at + numberBytesMax > this.#bytes.length) this.#grow(numberBytesMax)
    this.#at = putInt(this.#bytes, this.#at, value)
  }

  /** Writes the integers of an array from one index up to, but not including, another. */
  ints(values: Float64Array, from: number, to: number): void {
    const need = (to - from) * numberBytesMax
    if (this.#at + need > this.#bytes.length) this.#grow(need)
    const bytes = this.#bytes
    let at = this.#at
    for (let index = from; index < to; index++) at = putInt(bytes, at, values[index] ?? Number.NaN)
    this.#at = at
  }

  /**
   * A text without unpaired surrogates, which UTF-8 cannot restore, and without characters that a column
   * cannot store.
   */
  text(value: string): void {
    const length = Buffer.byteLength(value)
    if (length > textBytesMax) throw new CodecError(`a text of ${length} bytes is too long`)
    if (length !== value.length && loneSurrogate.test(value)) {
      throw new CodecError('a text is not well-formed')
    }
    if (value.includes('\0')) throw new CodecError('a text holds a zero')
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

  /** Returns a copy of the written bytes and resets the writer. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    return taken
  }

  /** Discards the written bytes. */
  clear(): void {
    this.#at = 0
  }

  /** Discards the bytes written after this offset. */
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
    const bytes = this.#bytes
    let at = this.#at
    const first = bytes[at++] ?? endOfBytes()
    let byte = first
    let low = (first & 0x7f) >> 1
    for (let shift = 6; byte >= 0x80 && shift < lowBits; shift += 7) {
      byte = bytes[at++] ?? endOfBytes()
      low |= (byte & 0x7f) << shift
    }
    let high = 0
    for (let shift = 0; byte >= 0x80; shift += 7) {
      byte = bytes[at++] ?? endOfBytes()
      high |= (byte & 0x7f) << shift
      if (shift > highBits || high >= highMax) throw new CodecError('a number is too large')
    }
    this.#at = at
    const value = low + high * highUnit
    return (first & 1) === 1 ? -value : value
  }

  /** The next byte without consuming it; −1 at the end. */
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

  /** The bytes between two offsets, not copied. */
  slice(from: number, to: number): Buffer {
    return this.#bytes.subarray(from, to)
  }
}

/** Writes an integer into a buffer that has space for it. Returns the offset after it. */
function putInt(bytes: Buffer, from: number, value: number): number {
  let at = from
  if (value >= 0 && value < 64 && value === value >>> 0) {
    bytes[at++] = value << 1
    return at
  }
  if (!Number.isSafeInteger(value)) throw new CodecError(`${value} is no integer of ours`)
  const magnitude = value < 0 ? -value : value
  const high = Math.floor(magnitude / highUnit)
  const low = magnitude - high * highUnit
  let byte = ((low & 0x3f) << 1) | (value < 0 ? 1 : 0)
  let rest = low >>> 6
  if (high > 0) {
    bytes[at++] = byte | 0x80
    bytes[at++] = (low >>> 6) | 0x80
    bytes[at++] = (low >>> 13) | 0x80
    byte = (low >>> 20) & 0x7f
    rest = high
  }
  for (; rest > 0; rest >>>= 7) {
    bytes[at++] = byte | 0x80
    byte = rest & 0x7f
  }
  bytes[at++] = byte
  return at
}

function endOfBytes(): never {
  throw new CodecError('the bytes end too early')
}

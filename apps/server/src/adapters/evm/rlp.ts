/** Recursive length prefix, the encoding of transactions. Decoding is strict: each value has one encoding. */

export type RlpValue = Uint8Array | readonly RlpValue[]

const depthMax = 4
const shortMax = 55
const textBase = 0x80
const listBase = 0xc0

/** Encodes a value. */
export function toRlp(value: RlpValue): Uint8Array {
  if (value instanceof Uint8Array) {
    const [first] = value
    const isSingleByte = value.length === 1 && first !== undefined && first < textBase
    return isSingleByte ? value : joined([prefixOf(textBase, value.length), value])
  }
  const body = joined(value.map(toRlp))
  return joined([prefixOf(listBase, body.length), body])
}

/** Decodes all of these bytes; null where they are not the canonical encoding. */
export function readRlp(bytes: Uint8Array): RlpValue | null {
  const read = readAt(bytes, 0, 0)
  return read !== null && read.end === bytes.length ? read.value : null
}

/** Bytes of a number without leading zeros; zero has no bytes. */
export function numberBytes(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError('negative number')
  if (value === 0n) return new Uint8Array()
  const hex = value.toString(16)
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}

/** Number from bytes; null where they have leading zeros or more than 256 bits. */
export function numberOfBytes(bytes: Uint8Array): bigint | null {
  if (bytes.length === 0) return 0n
  if (bytes[0] === 0 || bytes.length > 32) return null
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

function prefixOf(base: number, length: number): Uint8Array {
  if (length <= shortMax) return Uint8Array.of(base + length)
  const size = numberBytes(BigInt(length))
  return joined([Uint8Array.of(base + shortMax + size.length), size])
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts))
}

type Read = { readonly value: RlpValue; readonly end: number }

function readAt(bytes: Uint8Array, at: number, depth: number): Read | null {
  const first = bytes[at]
  if (first === undefined || depth > depthMax) return null
  if (first < textBase) return { value: bytes.slice(at, at + 1), end: at + 1 }
  const isList = first >= listBase
  const span = spanOf(bytes, { at, lead: first - (isList ? listBase : textBase) })
  if (span === null) return null
  const { from, end } = span
  if (isList) return readList(bytes, span, depth)
  const value = bytes.slice(from, end)
  const [only] = value
  // A single byte below 0x80 has a shorter encoding.
  if (value.length === 1 && only !== undefined && only < textBase) return null
  return { value, end }
}

type Span = { readonly from: number; readonly end: number }

function spanOf(
  bytes: Uint8Array,
  { at, lead }: { readonly at: number; readonly lead: number },
): Span | null {
  const sizeLength = Math.max(0, lead - shortMax)
  const size = bytes.slice(at + 1, at + 1 + sizeLength)
  const lengthValue = sizeLength === 0 ? BigInt(lead) : numberOfBytes(size)
  if (lengthValue === null || (sizeLength > 0 && lengthValue <= BigInt(shortMax))) return null
  const from = at + 1 + sizeLength
  if (lengthValue > BigInt(bytes.length - from)) return null
  return { from, end: from + Number(lengthValue) }
}

function readList(bytes: Uint8Array, { from, end }: Span, depth: number): Read | null {
  const values: RlpValue[] = []
  let at = from
  while (at < end) {
    const read = readAt(bytes, at, depth + 1)
    if (read === null || read.end > end) return null
    values.push(read.value)
    at = read.end
  }
  return { value: values, end }
}

/**
 * Columns of values as PostgreSQL's binary arrays: what `unnest` turns back into rows. Packed here and
 * not parsed there, which is what makes one statement of thousands of rows cheap on both sides.
 */

/** One column: `$n` of a statement. */
export type Column = Buffer

const oids = { boolean: 16, bytea: 17, bigint: 20, integer: 23, text: 25 } as const
const headerBytes = 20
const lengthBytes = 4
const nullLength = -1
const twoTo32 = 4_294_967_296

/** Integers within ±(2^53 − 1), or null. */
export function bigints(values: readonly (number | null)[]): Column {
  return fixed(values, oids.bigint, 8, (bytes, value, at) => {
    const high = Math.floor(value / twoTo32)
    bytes.writeInt32BE(high, at)
    bytes.writeUInt32BE(value - high * twoTo32, at + 4)
  })
}

/** Integers of 32 bits. */
export function integers(values: readonly number[]): Column {
  return fixed(values, oids.integer, 4, (bytes, value, at) => bytes.writeInt32BE(value, at))
}

/** Truth values. */
export function booleans(values: readonly boolean[]): Column {
  return fixed(values, oids.boolean, 1, (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at))
}

/** Texts, or null. */
export function texts(values: readonly (string | null)[]): Column {
  return varied(
    values.map((value) => (value === null ? null : Buffer.from(value))),
    oids.text,
  )
}

/** Byte strings. */
export function byteStrings(values: readonly Uint8Array[]): Column {
  return varied(values, oids.bytea)
}

/** How many values a column has. */
export function columnLength(column: Column): number {
  return column.readInt32BE(12)
}

function writeHeader(bytes: Buffer, oid: number, count: number, hasNull: boolean): void {
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(hasNull ? 1 : 0, 4)
  bytes.writeInt32BE(oid, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16)
}

function fixed<T>(
  values: readonly (T | null)[],
  oid: number,
  valueBytes: number,
  write: (bytes: Buffer, value: T, at: number) => void,
): Column {
  const bytes = Buffer.allocUnsafe(headerBytes + values.length * (lengthBytes + valueBytes))
  let at = headerBytes
  let hasNull = false
  for (const value of values) {
    if (value === null) {
      hasNull = true
      bytes.writeInt32BE(nullLength, at)
      at += lengthBytes
      continue
    }
    bytes.writeInt32BE(valueBytes, at)
    write(bytes, value, at + lengthBytes)
    at += lengthBytes + valueBytes
  }
  writeHeader(bytes, oid, values.length, hasNull)
  return bytes.subarray(0, at)
}

function varied(values: readonly (Uint8Array | null)[], oid: number): Column {
  let total = headerBytes + values.length * lengthBytes
  for (const value of values) total += value?.length ?? 0
  const bytes = Buffer.allocUnsafe(total)
  let at = headerBytes
  for (const value of values) {
    bytes.writeInt32BE(value?.length ?? nullLength, at)
    at += lengthBytes
    if (value === null) continue
    bytes.set(value, at)
    at += value.length
  }
  writeHeader(bytes, oid, values.length, values.includes(null))
  return bytes
}

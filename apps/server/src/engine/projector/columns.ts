/**
 * Columns as binary arrays of PostgreSQL, which `unnest` converts into rows. Packing them here avoids parsing
 * there, so one statement with thousands of rows is cheap on both sides. Values are written directly from the
 * rows: no list and no object per value.
 */

/** One column: `$n` of a statement. */
export type Column = Buffer

const oids = { boolean: 16, bytea: 17, bigint: 20, integer: 23, text: 25 } as const
const headerBytes = 20
const lengthBytes = 4
const nullLength = -1
const twoTo32 = 4_294_967_296

/** Integers within ±(2^53 − 1), or null. */
export function bigints<R>(rows: readonly R[], valueOf: (row: R) => number | null): Column {
  const bytes = Buffer.allocUnsafe(headerBytes + rows.length * (lengthBytes + 8))
  const view = createView(bytes)
  let at = headerBytes
  let hasNull = false
  for (const row of rows) {
    const value = valueOf(row)
    if (value === null) {
      hasNull = true
      view.setInt32(at, nullLength)
      at += lengthBytes
      continue
    }
    const high = Math.floor(value / twoTo32)
    view.setInt32(at, 8)
    view.setInt32(at + 4, high)
    view.setUint32(at + 8, value - high * twoTo32)
    at += lengthBytes + 8
  }
  writeHeader(view, oids.bigint, rows.length, hasNull)
  return bytes.subarray(0, at)
}

/** Integers of 32 bits. */
export function integers<R>(rows: readonly R[], valueOf: (row: R) => number): Column {
  const bytes = Buffer.allocUnsafe(headerBytes + rows.length * (lengthBytes + 4))
  const view = createView(bytes)
  let at = headerBytes
  for (const row of rows) {
    view.setInt32(at, 4)
    view.setInt32(at + 4, valueOf(row))
    at += lengthBytes + 4
  }
  writeHeader(view, oids.integer, rows.length, false)
  return bytes
}

/** Truth values. */
export function booleans<R>(rows: readonly R[], valueOf: (row: R) => boolean): Column {
  const bytes = Buffer.allocUnsafe(headerBytes + rows.length * (lengthBytes + 1))
  const view = createView(bytes)
  let at = headerBytes
  for (const row of rows) {
    view.setInt32(at, 1)
    view.setUint8(at + 4, valueOf(row) ? 1 : 0)
    at += lengthBytes + 1
  }
  writeHeader(view, oids.boolean, rows.length, false)
  return bytes
}

/** Texts, or null. */
export function texts<R>(rows: readonly R[], valueOf: (row: R) => string | null): Column {
  let room = headerBytes + rows.length * lengthBytes
  for (const row of rows) room += Buffer.byteLength(valueOf(row) ?? '')
  const bytes = Buffer.allocUnsafe(room)
  const view = createView(bytes)
  let at = headerBytes
  let hasNull = false
  for (const row of rows) {
    const value = valueOf(row)
    if (value === null) hasNull = true
    const length = value === null ? nullLength : bytes.write(value, at + lengthBytes)
    view.setInt32(at, length)
    at += lengthBytes + Math.max(0, length)
  }
  writeHeader(view, oids.text, rows.length, hasNull)
  return bytes
}

/** Byte strings of unsigned 32-bit words, highest byte first. */
export function wordStrings<R>(
  rows: readonly R[],
  wordCount: number,
  wordsOf: (row: R) => readonly number[],
): Column {
  const valueBytes = wordCount * 4
  const bytes = Buffer.allocUnsafe(headerBytes + rows.length * (lengthBytes + valueBytes))
  const view = createView(bytes)
  let at = headerBytes
  for (const row of rows) {
    view.setInt32(at, valueBytes)
    at += lengthBytes
    const words = wordsOf(row)
    for (let place = 0; place < wordCount; place++, at += 4) view.setUint32(at, words[place] ?? 0)
  }
  writeHeader(view, oids.bytea, rows.length, false)
  return bytes
}

/** A stretch of bytes, and one byte before it. */
export type Stretch = {
  readonly first: number
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
}

/** Byte strings that are ranges of longer ones. */
export function stretches<R>(rows: readonly R[], stretchOf: (row: R) => Stretch): Column {
  let room = headerBytes + rows.length * (lengthBytes + 1)
  for (const row of rows) {
    const { from, to } = stretchOf(row)
    room += to - from
  }
  const bytes = Buffer.allocUnsafe(room)
  const view = createView(bytes)
  let at = headerBytes
  for (const row of rows) {
    const { first, bytes: source, from, to } = stretchOf(row)
    view.setInt32(at, 1 + to - from)
    view.setUint8(at + lengthBytes, first)
    at += lengthBytes + 1
    for (let place = from; place < to; place++) bytes[at++] = source[place] ?? 0
  }
  writeHeader(view, oids.bytea, rows.length, false)
  return bytes
}

function createView(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function writeHeader(view: DataView, oid: number, count: number, hasNull: boolean): void {
  view.setInt32(0, 1)
  view.setInt32(4, hasNull ? 1 : 0)
  view.setInt32(8, oid)
  view.setInt32(12, count)
  view.setInt32(16, 1)
}

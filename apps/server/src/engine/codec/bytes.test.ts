import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ByteReader, ByteWriter, CodecError } from './bytes.ts'

/** Integers at the boundaries of their encoded lengths, and any others. */
const integers = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -70, max: 70 }),
  fc
    .tuple(fc.constantFrom(6, 13, 20, 27, 34, 41, 48, 53), fc.integer({ min: -2, max: -1 }))
    .map(([bits, offset]) => 2 ** bits + offset),
)

test('a run of integers gives the same bytes as its single values, and decodes', () => {
  fc.assert(
    fc.property(fc.array(integers, { maxLength: 300 }), fc.nat(5), (values, skipped) => {
      const stretch = new ByteWriter()
      stretch.ints(Float64Array.from(values), Math.min(skipped, values.length), values.length)
      const single = new ByteWriter()
      for (const value of values.slice(skipped)) single.int(value)
      const bytes = stretch.take()
      assert.deepEqual(bytes, single.take())
      const reader = new ByteReader(bytes)
      for (const value of values.slice(skipped)) assert.equal(reader.int(), value + 0)
      assert.ok(reader.isAtEnd)
    }),
  )
})

test('a text that no column of the tables could hold is refused', () => {
  for (const value of ['a\0b', '\0', '\ud800']) {
    assert.throws(() => new ByteWriter().text(value), CodecError)
  }
})

test('a run of integers grows its writer, and refuses values that no reader could restore', () => {
  const writer = new ByteWriter()
  writer.ints(new Float64Array(70_000).fill(Number.MAX_SAFE_INTEGER), 0, 70_000)
  assert.equal(writer.take().length, 70_000 * 8)
  for (const value of [Number.NaN, 0.5, 2 ** 53, Number.NEGATIVE_INFINITY]) {
    assert.throws(() => writer.ints(Float64Array.of(1, value), 0, 2), CodecError)
  }
  assert.throws(() => writer.ints(Float64Array.of(1), 0, 2), CodecError)
})

/** RLP encoding: known examples, round trips, and rejection of non-canonical forms. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { numberBytes, numberOfBytes, readRlp, type RlpValue, toRlp } from './rlp.ts'

const text = (word: string): Uint8Array => Uint8Array.from(Buffer.from(word))
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const long = 'Lorem ipsum dolor sit amet, consectetur adipisicing elit'

/** Examples of the Ethereum wiki. */
const examples: readonly (readonly [RlpValue, string])[] = [
  [text('dog'), '83646f67'],
  [[text('cat'), text('dog')], 'c88363617483646f67'],
  [text(''), '80'],
  [[], 'c0'],
  [Uint8Array.of(0), '00'],
  [Uint8Array.of(0x0f), '0f'],
  [Uint8Array.of(0x04, 0x00), '820400'],
  [[[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
  [text(long), `b838${hex(text(long))}`],
]

const values = fc.letrec<{ value: RlpValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.uint8Array({ maxLength: 80 }),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
})).value

test('ATT-97: known values have their known bytes', () => {
  for (const [value, bytes] of examples) {
    assert.equal(hex(toRlp(value)), bytes)
    assert.deepEqual(readRlp(Uint8Array.from(Buffer.from(bytes, 'hex'))), value)
  }
})

test('ATT-97: any value survives a round trip, and any bytes are canonical or rejected', () => {
  fc.assert(
    fc.property(values, (value) => {
      assert.deepEqual(readRlp(toRlp(value)), value)
    }),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      const value = readRlp(bytes)
      if (value !== null) assert.deepEqual(toRlp(value), bytes)
    }),
    { numRuns: 20_000 },
  )
})

test('ATT-97: longer encodings of the same value, and truncated bytes, are rejected', () => {
  for (const bytes of ['8100', '817f', 'b80161', 'b900380', 'c180ff', '83646f', 'c883636174', '']) {
    assert.equal(readRlp(Uint8Array.from(Buffer.from(bytes, 'hex'))), null, bytes)
  }
  assert.equal(numberOfBytes(Uint8Array.of(0, 1)), null)
  assert.equal(numberOfBytes(new Uint8Array(33).fill(1)), null)
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (value) => {
      assert.equal(numberOfBytes(numberBytes(value)), value)
    }),
  )
})

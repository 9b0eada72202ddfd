import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wrapped } from './wrapping.ts'

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })
const lettersIn = (text: string) => [...clusters.segment(text)].length
const within = (max: number) => (line: string) => lettersIn(line) <= max

test('a text is parted between words, and within one that alone is too wide', () => {
  assert.deepEqual(wrapped('one two three', within(7)), ['one two', 'three'])
  assert.deepEqual(wrapped('a 0123456789 b', within(4)), ['a', '0123', '4567', '89 b'])
  assert.deepEqual(wrapped('', within(4)), [])
  assert.deepEqual(wrapped('ab', within(0)), ['a', 'b'])
})

test('a letter keeps its marks and its joined parts at the end of a line', () => {
  const letters = ['e\u0301\u0316', 'ที่', 'कि', '👩\u200d💻', 'm']
  const word = letters.join('').repeat(20)
  for (const max of [1, 2, 4, 5]) {
    const lines = wrapped(word, (line) => Array.from(line).length <= max)
    assert.equal(lines.join(''), word)
    const count = lines.reduce((sum, line) => sum + lettersIn(line), 0)
    assert.equal(count, lettersIn(word), 'no letter is in two parts')
  }
})

test('ATT-36: a long word is measured a few times per line, not once per letter', () => {
  let measured = 0
  const lines = wrapped('王'.repeat(5_000), (line) => {
    measured += line.length
    return line.length <= 50
  })
  assert.equal(lines.length, 100)
  // Letter by letter it would measure 125,000 letters; measuring the whole rest each time, 250,000.
  assert.ok(measured < 50_000, `${measured}`)
})

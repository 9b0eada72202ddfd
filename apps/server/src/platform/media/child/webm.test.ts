import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, test } from 'node:test'
import { cutToWholePart } from './webm.ts'

const recording = path.join(
  import.meta.dirname,
  '../../../../src/platform/media/testing/recording.webm',
)
let webm: Buffer

before(async () => {
  webm = await readFile(recording)
})

test('ATT-45: a recording is kept whole, and trailing bytes are dropped', () => {
  assert.equal(cutToWholePart(webm).length, webm.length)
  for (const junk of ['no element begins so', '<html>', '\0'.repeat(40)]) {
    const whole = cutToWholePart(Buffer.concat([webm, Buffer.from(junk)]))
    assert.equal(whole.length, webm.length, junk)
  }
})

test('ATT-45: a truncated recording is kept up to the last complete element', () => {
  let last = 0
  for (let length = 0; length <= webm.length; length += 97) {
    const whole = cutToWholePart(webm.subarray(0, length)).length
    assert.ok(whole <= length && whole >= last, `${whole} of ${length}`)
    last = whole
  }
  assert.ok(last > webm.length - 10_000)
})

test('ATT-45: of anything else nothing is kept', () => {
  for (const text of ['', '#EXTM3U', '\u001aE', 'x'.repeat(5_000)]) {
    assert.equal(cutToWholePart(Buffer.from(text)).length, 0)
  }
})

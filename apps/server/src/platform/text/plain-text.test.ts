import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, oneLineOf } from './plain-text.ts'

test('ATT-33: a text is kept as it is written, composed and trimmed', () => {
  assert.equal(oneLineOf('  Dewi Lestari ', 50), 'Dewi Lestari')
  assert.equal(oneLineOf('e\u0301', 1), '\u00e9')
  for (const text of ['<img onerror=alert(1)>', '{{7*7}}', '=cmd()', '🦊'.repeat(50)]) {
    assert.equal(oneLineOf(text, 50), text)
  }
})

test('ATT-33 ATT-36: what is blank, too long, unseen or a line break is refused', () => {
  const refused = [
    '',
    ' ',
    '\u3164',
    '\u2800',
    'x'.repeat(51),
    'a\r\nBcc: b',
    'a\u0000',
    '\u202eabc',
  ]
  for (const text of [...refused, 'a\u200bb', '\ud800', 'a\u2028b']) {
    assert.equal(oneLineOf(text, 50), null, JSON.stringify(text))
  }
})

test('ATT-36: a text of several lines keeps its lines and nothing else that is unseen', () => {
  assert.equal(linesOf('one\r\ntwo\rthree\n', 50), 'one\ntwo\nthree')
  assert.equal(linesOf('one\u0007', 50), null)
  assert.equal(linesOf('\n\n', 50), null)
})

test('ATT-33 ATT-36: heaps of marks are refused before they are sorted, which would take seconds', (t) => {
  const heap = `a${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}`
  const sorting = t.mock.method(String.prototype, 'normalize')
  assert.equal(oneLineOf(heap, 50), null)
  assert.equal(linesOf(`one\n${heap}`, 500_000), null)
  assert.equal(sorting.mock.callCount(), 0)
  assert.equal(oneLineOf(`a${'\u0316'.repeat(30)}`, 50), `a${'\u0316'.repeat(30)}`)
})

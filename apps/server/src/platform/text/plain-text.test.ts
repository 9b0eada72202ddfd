import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPastes } from '@tukar/i18n/corpus'
import { toLines, toOneLine, parseLine, readName, readLines } from './plain-text.ts'

test('ATT-33: a text is stored as it is written, composed and trimmed', () => {
  assert.equal(toOneLine('  Dewi Lestari ', 50), 'Dewi Lestari')
  assert.equal(toOneLine('e\u0301', 1), '\u00e9')
  for (const text of ['<img onerror=alert(1)>', '{{7*7}}', '=cmd()', '🦊'.repeat(50)]) {
    assert.equal(toOneLine(text, 50), text)
  }
})

test('ATT-33 ATT-36: a text that is blank, too long, invisible or a line break is refused', () => {
  const refused = ['', ' ', '\u3164', '\u2800', 'x'.repeat(51), 'a\r\nBcc: b', 'a\u0000']
  for (const text of [...refused, '\u200b\u202e', '\ud800', 'a\u2028b']) {
    assert.equal(toOneLine(text, 50), null, JSON.stringify(text))
  }
})

test('ATT-36: a text of several lines keeps its lines and no other invisible characters', () => {
  assert.equal(toLines('one\r\ntwo\rthree\n', 50), 'one\ntwo\nthree')
  assert.equal(toLines('one\u0007', 50), null)
  assert.equal(toLines('\n\n', 50), null)
})

test('ATT-33 ATT-36: heaps of marks are refused before they are sorted, which would take seconds', (t) => {
  const heap = `a${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}`
  const sorting = t.mock.method(String.prototype, 'normalize')
  assert.equal(toOneLine(heap, 50), null)
  assert.equal(toLines(`one\n${heap}`, 500_000), null)
  for (const part of ['\u200b', '\u00ad', '\u034f', '\ufe0f', '\u200d']) {
    const parted = `a${`${'\u0316'.repeat(20)}${part}`.repeat(5_000)}`
    assert.equal(toOneLine(parted, 500_000), null, JSON.stringify(part))
    assert.equal(toLines(parted, 500_000), null, JSON.stringify(part))
  }
  assert.equal(sorting.mock.callCount(), 0)
  assert.equal(toOneLine(`a${'\u0316'.repeat(30)}`, 50), `a${'\u0316'.repeat(30)}`)
})

test('ATT-36: marks that only shape a text are left out, joiners that a script needs are not', () => {
  for (const text of createPastes('Dewi Lestari')) {
    assert.equal(toOneLine(text, 50), 'Dewi Lestari', JSON.stringify(text))
  }
  assert.equal(toOneLine('\u202eabc', 50), 'abc')
  assert.equal(toLines('one\u200b\ntwo\ufeff', 50), 'one\ntwo')
  assert.equal(toOneLine('Bu\u200ddi', 50), 'Budi')
  for (const text of ['علی\u200cرضا', 'क्\u200dष', '👩\u200d💻'])
    assert.equal(toOneLine(text, 50), text)
})

test('each fault of a text has its own error', () => {
  const faultOf = (text: string) => {
    const read = readName(text, 10)
    if (read.ok) return 'none'
    return read.fault.kind === 'letter' ? read.fault.letter : read.fault.kind
  }
  const cases = [
    ['', 'empty'],
    ['\u200b\u3164 ', 'empty'],
    ['Budi', 'none'],
    ['Budi \u200d Tn', 'none'],
    ['x'.repeat(11), 'long'],
    ['Budi 👩\u200d💻', '👩'],
    ['Budi\u0007', 'U+0007'],
    ['ᬓᬾᬢᬸᬢ', 'ᬓᬾ'],
    ['محمد 王小明', 'none'],
  ] as const
  for (const [text, fault] of cases) assert.equal(faultOf(text), fault, JSON.stringify(text))
  assert.deepEqual(parseLine(`a${'\u0301'.repeat(31)}`, 50), {
    ok: false,
    fault: { kind: 'letter', letter: 'U+0301' },
  })
  assert.deepEqual(readLines('\n', 5), { ok: false, fault: { kind: 'empty' } })
})

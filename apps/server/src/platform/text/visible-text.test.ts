import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileTexts } from '@tukar/i18n/corpus'
import { createLog } from '../logging/log.ts'
import { terminalLine } from './visible-text.ts'

/** Characters that a terminal obeys, or that change the order of reading. */
const acting = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

test('ATT-33: a line of the audit is one line, without control characters', () => {
  for (const text of hostileTexts) {
    const line = terminalLine(`WRONG row: ${text}`)
    assert.doesNotMatch(line, acting)
    assert.ok(line.startsWith('WRONG row: '))
  }
  assert.equal(terminalLine('\u001b[2Jok'), '\\u001b[2Jok')
  assert.equal(terminalLine('Łukasz 王'), 'Łukasz 王')
})

test('ATT-33: an event of the log is one line of JSON with the unchanged text, without control characters', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => void lines.push(line))
  for (const text of hostileTexts) log.info({ text, [text]: 1 }, text)
  assert.equal(lines.length, hostileTexts.length)
  for (const [at, line] of lines.entries()) {
    assert.doesNotMatch(line.slice(0, -1), acting)
    assert.ok(line.endsWith('\n'))
    const read: unknown = JSON.parse(line)
    assert.ok(typeof read === 'object' && read !== null && 'text' in read && 'msg' in read)
    assert.deepEqual([read.text, read.msg], [hostileTexts[at], hostileTexts[at]])
  }
})

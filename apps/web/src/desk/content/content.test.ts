import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readArticleBody } from '@tukar/wire'
import { bodyHtml, toFieldValue, parseFieldValue, windowText } from './content.ts'

test('SRV-86: a plain text becomes paragraphs, and tags in it stay text', () => {
  assert.equal(bodyHtml('One.\n\nTwo:\nstill two.'), '<p>One.</p><p>Two:\nstill two.</p>')
  assert.equal(bodyHtml('a < b'), '<p>a &lt; b</p>')
  const [block] = readArticleBody(bodyHtml('a < b'))
  assert.equal(block?.kind === 'paragraph' && block.runs[0]?.text, 'a < b')
  assert.equal(bodyHtml('<p>x</p>'), '<p>x</p>')
  assert.equal(bodyHtml('  '), '')
})

test('a moment survives its field to the minute, in Jakarta time', () => {
  const iso = '2026-11-22T03:04:00.000Z'
  assert.equal(toFieldValue(iso), '2026-11-22T10:04')
  assert.equal(parseFieldValue(toFieldValue(iso)), iso)
  assert.deepEqual([toFieldValue(''), parseFieldValue(''), parseFieldValue('x')], ['', null, null])
})

test('SRV-09: a window is shown in Jakarta time, in both languages', () => {
  const { en, id } = windowText('2026-11-22T15:00:00.000Z', '2026-11-22T17:30:00.000Z')
  assert.match(en, /from 2026-11-22 22:00 to 2026-11-23 00:30 WIB/)
  assert.match(id, /dari 2026-11-22 22:00 sampai 2026-11-23 00:30 WIB/)
})

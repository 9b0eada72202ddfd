/** The theme that is applied before the first paint equals the one that the app applies. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { languageOfHeader } from '@tukar/i18n/server'

const script = readFileSync(
  path.join(import.meta.dirname, '../../../public/first-paint.js'),
  'utf8',
)

test('GEN-06 DEC-02: the page has the language that the app chooses for the device', () => {
  const [, source = ''] = /var indonesian =\s+\/(.*)\/i$/m.exec(script) ?? []
  const indonesian = new RegExp(source, 'i')
  const tags =
    'id id-ID in jv-ID JW su-Latn-ID min ms-ID ms-ID-x-a en en-ID ms-MY idu sv zh-Hans-CN'
  for (const tag of tags.split(' ')) {
    assert.equal(indonesian.test(tag) ? 'id' : 'en', languageOfHeader(tag), tag)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage, languageOfHeader, type LanguageSigns } from './language.ts'

const jakarta = 'Fri Nov 21 2025 13:00:00 GMT+0700 (Western Indonesia Time)'
const berlin = 'Fri Nov 21 2025 07:00:00 GMT+0100 (Central European Standard Time)'
const signs: LanguageSigns = {
  stored: null,
  dateText: berlin,
  preferred: ['de-DE', 'en'],
  rule: 'date-string',
}

test('DEC-02, GEN-07: a stored choice always wins', () => {
  assert.equal(chooseLanguage({ ...signs, stored: 'en', dateText: jakarta }), 'en')
  assert.equal(chooseLanguage({ ...signs, stored: 'id', rule: 'en' }), 'id')
  assert.equal(chooseLanguage({ ...signs, stored: 'fr', dateText: jakarta }), 'id')
})

test('GEN-06: a date string that mentions Indonesia gives Indonesian, else English', () => {
  assert.equal(chooseLanguage({ ...signs, dateText: jakarta }), 'id')
  assert.equal(chooseLanguage(signs), 'en')
})

test('GEN-06 DEC-02: a device that prefers Indonesian gets it in any time zone', () => {
  assert.equal(chooseLanguage({ ...signs, preferred: ['id-ID', 'en'] }), 'id')
  assert.equal(chooseLanguage({ ...signs, preferred: ['id'] }), 'id')
  assert.equal(chooseLanguage({ ...signs, preferred: ['en', 'id'] }), 'en')
  assert.equal(chooseLanguage({ ...signs, preferred: ['idu'] }), 'en')
})

test('GEN-06 DEC-02: Javanese, Sundanese and other languages of Indonesia mean Indonesian', () => {
  for (const first of ['jv-ID', 'su-ID', 'jv', 'su-Latn-ID', 'min', 'in-ID', 'ms-ID', 'SU-id']) {
    assert.equal(chooseLanguage({ ...signs, preferred: [first, 'en'] }), 'id', first)
    assert.equal(languageOfHeader(`${first},en;q=0.8`), 'id', first)
  }
  for (const first of ['en-ID', 'ms-MY', 'zh-Hans-CN', 'sv-SE', '']) {
    assert.equal(chooseLanguage({ ...signs, preferred: [first] }), 'en', first)
    assert.equal(languageOfHeader(first), 'en', first)
  }
  assert.equal(languageOfHeader('jv;q=0.9'), 'id')
})

test('DEC-02: with the rule "en" only a stored choice gives Indonesian', () => {
  assert.equal(chooseLanguage({ ...signs, dateText: jakarta, rule: 'en' }), 'en')
})

test('a language header gives Indonesian or English', () => {
  assert.equal(languageOfHeader('id-ID,id;q=0.9,en;q=0.8'), 'id')
  assert.equal(languageOfHeader('en-US,id;q=0.5'), 'en')
  assert.equal(languageOfHeader('de'), 'en')
  assert.equal(languageOfHeader(undefined), 'en')
})

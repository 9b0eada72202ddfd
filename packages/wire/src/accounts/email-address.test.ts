import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emails, createPastes } from '@tukar/i18n/corpus'
import { emailKeyOf, isEmail, mailboxOf, mayHaveAccount, readEmail } from './email-address.ts'

for (const [text, key] of emails) {
  const meaning = key === null ? 'cannot receive' : `is ${key}`
  test(`ATT-16 DEC-27: ${JSON.stringify(text.slice(0, 60))} ${meaning}`, () => {
    assert.equal(isEmail(text), key !== null)
    if (key !== null) assert.equal(emailKeyOf(text), key)
  })
}

test('ATT-16: invisible characters around and within an address are removed', () => {
  for (const text of createPastes('Dewi@b.example')) assert.equal(readEmail(text), 'Dewi@b.example')
})

test('ATT-16 ROLE-07: one mailbox has one key; look-alike addresses have different mailboxes', () => {
  const pairs = [
    // [one, another, whether they have one key, whether they have one mailbox]
    [
      '\u039d\u0399\u039a\u039f\u03a3@b.example',
      '\u03bd\u03b9\u03ba\u03bf\u03c3@b.example',
      true,
      false,
    ],
    [
      '\u03bd\u03b9\u03ba\u03bf\u03c2@b.example',
      '\u03bd\u03b9\u03ba\u03bf\u03c3@b.example',
      true,
      false,
    ],
    [
      'a@\u039d\u0399\u039a\u039f\u03a3.example',
      'a@\u03bd\u03b9\u03ba\u03bf\u03c3.example',
      true,
      true,
    ],
    [
      'a@\u03bd\u03b9\u03ba\u03bf\u03c2.example',
      'a@\u03bd\u03b9\u03ba\u03bf\u03c3.example',
      true,
      false,
    ],
    ['a@\u03bd\u03b9\u03ba\u03bf\u03c2.example', 'a@xn--uxachkp.example', true, true],
    ['\u{1d41b}oss@b.example', 'boss@b.example', true, false],
    ['o\ufb03ce@b.example', 'office@b.example', true, false],
    ['\u212aaren@b.example', 'karen@b.example', true, false],
    ['\u2460@b.example', '1@b.example', true, false],
    ['Boss@B.example', 'boss@b.EXAMPLE', true, true],
    ['"boss"@b.example.', 'boss@b.example', true, true],
    ['e\u0301va@b.example', '\u00e9va@b.example', true, false],
    ['a@xn--bcher-kva.example', 'a@B\u00dcCHER.example', true, true],
    ['\u0131@b.example', 'i@b.example', false, false],
    ['stra\u00dfe@b.example', 'strasse@b.example', false, false],
  ] as const
  for (const [one, other, isOneKey, isOneMailbox] of pairs) {
    const names = `${one} ${other}`
    assert.equal(emailKeyOf(one) === emailKeyOf(other), isOneKey, names)
    assert.equal(mailboxOf(one) === mailboxOf(other), isOneMailbox, names)
    assert.equal(emailKeyOf(emailKeyOf(one)), emailKeyOf(one))
  }
})

test('ATT-36: a too long address is refused before folding, which would take seconds', (t) => {
  const heap = `a${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}@b.co`
  const folding = t.mock.method(String.prototype, 'normalize')
  assert.equal(isEmail(heap), false)
  assert.equal(folding.mock.callCount(), 0)
})

test('ATT-16: an address that folding makes too long or empty is refused', () => {
  assert.equal(isEmail(`${'\ufdfa'.repeat(20)}@b.co`), false)
  assert.equal(isEmail('a@b.co'), true)
})

test('DEC-27: an e-mail address has one @, a dotted domain, no spaces, and at most 254 characters', () => {
  for (const address of ['a@b.co', 'a.b+c@d-e.f.id']) assert.ok(isEmail(address), address)
  const wrong = ['a@b', 'a@@b.co', 'a b@c.co', '@b.co', 'a@.co', 'a@b..co', 'ab.co', '@', '']
  const enclosed = ['Eve<e@x.co>', '<e@x.co', 'e>@x.co', 'e@x.<co', 'a@b.co\nBcc: c@d.co']
  for (const address of [...wrong, ...enclosed, 'a\u0000@b.co', 'a@b.c\ud800o']) {
    assert.ok(!isEmail(address), address)
  }
  const domain = `${'b'.repeat(60)}.`.repeat(4)
  assert.ok(!isEmail(`${'a'.repeat(20)}@${domain}co`))
})

test('punycode is decoded', () => {
  const domains = [
    'bücher.example',
    '中国.example',
    'пример.example',
    'عربي.example',
    'a中b.example',
  ]
  for (const domain of domains) {
    const ascii = new URL(`http://${domain}`).hostname
    assert.notEqual(ascii, domain)
    assert.equal(emailKeyOf(`a@${ascii}`), `a@${domain}`)
  }
})

test('an older account is still found by its address', () => {
  assert.ok(!isEmail('a..b@example.test') && mayHaveAccount('a..b@example.test'))
  assert.equal(emailKeyOf(' A..B@example.test '), 'a..b@example.test')
  for (const text of ['nobody', 'a@b', 'a b@c.co', '@b.co']) assert.ok(!mayHaveAccount(text), text)
})

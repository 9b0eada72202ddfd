import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailKeyOf, isEmail, passwordFaultOf } from './account-rules.ts'

test('ATT-16: spellings of an address are one key', () => {
  for (const email of ['Dewi@B.co', ' dewi@b.co ', 'ｄｅｗｉ@b.co']) {
    assert.equal(emailKeyOf(email), 'dewi@b.co', email)
  }
})

test('ATT-36: an address that is too long is refused before it is folded, which would take seconds', (t) => {
  const heap = `a${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}@b.co`
  const folding = t.mock.method(String.prototype, 'normalize')
  assert.equal(isEmail(heap), false)
  assert.equal(folding.mock.callCount(), 0)
})

test('ATT-16: an address is refused that folding makes longer than any, or blank', () => {
  assert.equal(isEmail(`${'\ufdfa'.repeat(40)}@b.co`), false)
  assert.equal(isEmail('a@b.co'), true)
})

test('DEC-27: an e-mail has one @, a dotted domain, nothing blank or unseen, at most 254 characters', () => {
  for (const address of ['a@b.co', 'a.b+c@d-e.f.id']) assert.ok(isEmail(address), address)
  const wrong = ['a@b', 'a@@b.co', 'a b@c.co', '@b.co', 'a@.co', 'a@b..co', 'a@b.', 'ab.co']
  const enclosed = ['Eve<e@x.co>', '<e@x.co', 'e>@x.co', 'e@x.<co']
  for (const address of [...wrong, ...enclosed, 'a\u200b@b.co', 'a@b.c\u00ado']) {
    assert.ok(!isEmail(address), address)
  }
  assert.ok(!isEmail(`${'a'.repeat(250)}@b.co`))
})

test('DEC-28 ATT-18: a new password has 8 to 128 characters, an uppercase letter and a digit', () => {
  const faults = ['Rahasi1', 'rahasia1', 'Rahasiaa', 'Rahasia1', `R1${'a'.repeat(127)}`]
  assert.deepEqual(faults.map(passwordFaultOf), ['short', 'weak', 'weak', null, 'long'])
})

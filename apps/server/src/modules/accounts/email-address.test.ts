import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailKeyOf, isEmail } from './email-address.ts'

test('ATT-16: spellings of an address are one key', () => {
  for (const email of ['Dewi@B.co', ' dewi@b.co ', 'ｄｅｗｉ@b.co']) {
    assert.equal(emailKeyOf(email), 'dewi@b.co', email)
  }
})

test('ATT-36: an address that is too long is refused before it is folded, which would take seconds', () => {
  const heapOf = (marks: number) => `a${'\u0301'.repeat(marks)}${'\u0316'.repeat(marks)}@b.co`
  const began = performance.now()
  assert.equal(isEmail(heapOf(100_000)), false)
  const refused = performance.now()
  emailKeyOf(heapOf(50_000))
  assert.ok(refused - began < performance.now() - refused, 'sooner than half of it is folded')
})

test('ATT-16: an address is refused that folding makes longer than any, or blank', () => {
  assert.equal(isEmail(`${'\ufdfa'.repeat(40)}@b.co`), false)
  assert.equal(isEmail('a@b.co'), true)
})

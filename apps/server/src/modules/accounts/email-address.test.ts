import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailKeyOf, isEmail } from './email-address.ts'

test('ATT-16: spellings of an address are one key', () => {
  for (const email of ['Dewi@B.co', ' dewi@b.co ', 'ｄｅｗｉ@b.co']) {
    assert.equal(emailKeyOf(email), 'dewi@b.co', email)
  }
})

test('ATT-36: an address that is too long is refused before it is folded, which would take seconds', () => {
  const heap = `a${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}@b.co`
  const began = performance.now()
  assert.equal(isEmail(heap), false)
  assert.ok(performance.now() - began < 1_000)
})

test('ATT-16: an address is refused that folding makes longer than any, or blank', () => {
  assert.equal(isEmail(`${'\ufdfa'.repeat(40)}@b.co`), false)
  assert.equal(isEmail('a@b.co'), true)
})

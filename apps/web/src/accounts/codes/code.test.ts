import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDigits } from './code.ts'

test('TFA-01: a code is six digits, however it was pasted', () => {
  assert.equal(toDigits('123456'), '123456')
  assert.equal(toDigits(' 123 456 '), '123456')
  assert.equal(toDigits('123-456'), '123456')
  assert.equal(toDigits('1234567'), '123456')
  assert.equal(toDigits('12ab'), '12')
  assert.equal(toDigits(''), '')
})

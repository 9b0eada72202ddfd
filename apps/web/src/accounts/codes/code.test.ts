import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digitsOf } from './code.ts'

test('TFA-01: a code is six digits, however it was pasted', () => {
  assert.equal(digitsOf('123456'), '123456')
  assert.equal(digitsOf(' 123 456 '), '123456')
  assert.equal(digitsOf('123-456'), '123456')
  assert.equal(digitsOf('1234567'), '123456')
  assert.equal(digitsOf('12ab'), '12')
  assert.equal(digitsOf(''), '')
})

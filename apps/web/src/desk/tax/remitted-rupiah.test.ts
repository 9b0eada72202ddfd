import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReference, typedRupiah, wholeRupiah } from './remitted-rupiah.ts'

test('SRV-85: whole rupiah are remitted, fractions stay', () => {
  const cases = [
    ['1234567.89', '1234567'],
    ['0.99', null],
    ['0', null],
    ['', null],
    ['12a', null],
    ['-5', null],
    ['007', '7'],
    ['12345678901234', null],
    ['1000.50', '1000'],
    ['1.500.000', null],
  ] as const
  for (const [text, whole] of cases) assert.equal(wholeRupiah(text), whole, text)
})

test('SRV-85: dots that group thousands are accepted, decimals are rejected', () => {
  const cases = [
    ['1500000', '1500000'],
    ['1.500.000', '1500000'],
    ['150,000', '150000'],
    ['Rp1.500.000,-', '1500000'],
    ['1.5', null],
    ['1000.50', null],
    ['1.50.000', null],
    ['0', null],
    ['', null],
  ] as const
  for (const [text, rupiah] of cases) assert.equal(typedRupiah(text), rupiah, text)
})

test('SRV-85: a payment reference has allowed characters on one line', () => {
  for (const right of ['0123456789ABCDEF', 'NTPN 12-34/2026']) assert.ok(isReference(right), right)
  for (const wrong of ['', 'ab', ' abc', '<b>x</b>', 'a'.repeat(61), 'a\nbcd']) {
    assert.ok(!isReference(wrong), wrong)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveAgainst } from './price-move.ts'

test('TRADE-02: a last price is green if it rose against the previous one, else red; equal is red', () => {
  assert.equal(moveAgainst('1650001000', '1650000000'), 'up')
  assert.equal(moveAgainst('10.5', '9.75'), 'up')
  assert.equal(moveAgainst('1649999000', '1650000000'), 'down')
  assert.equal(moveAgainst('1650000000', '1650000000'), 'down')
  assert.equal(moveAgainst('1650000000.00', '1650000000'), 'down')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverMessage } from './server.ts'

test('R-14 R-70: amounts in a refusal are formatted as everywhere, in both languages', () => {
  const params = { notionalMin: '10000.00 IDR' }
  assert.match(serverMessage('en', 'order.below_minimum', params), /10\.000 IDR/)
  assert.match(serverMessage('id', 'order.below_minimum', params), /10\.000 IDR/)
  const fine = serverMessage('en', 'order.below_minimum', { notionalMin: '0.00010000 BTC' })
  assert.match(fine, /0,0001 BTC/)
})

test('R-14: an unknown code gives the general text', () => {
  assert.equal(serverMessage('en', 'no.such'), serverMessage('en', 'server.internal'))
})

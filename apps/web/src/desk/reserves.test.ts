import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, readReserves, waysOf } from './reserves.ts'

test('INV-22: a proposal that may be one’s own is never offered to be confirmed', () => {
  const row = { id: 3, chain: 'bnb', currency: 'BNB', amount: '0.5', proposed_by: 'Sari' }
  const [mine, others] = readReserves({ data: [row, { ...row, is_mine: false }] })
  assert.equal(mine?.isMine, true)
  assert.equal(others?.isMine, false)
  assert.deepEqual([others?.proposedBy, others?.amount], ['Sari', '0.5'])
  assert.deepEqual(readReserves({}), [])
})

test('INV-14: an amount of coins is read exactly or not at all', () => {
  assert.equal(amountOf(' 0.5 '), '0.5')
  assert.equal(amountOf('0,5'), '0.5')
  assert.equal(amountOf('1.000,5'), '1000.5')
  for (const text of ['', '0', '0.00', '-1', '1e3', '1.2.3', '1.000', '1,000', 'x']) {
    assert.equal(amountOf(text), null, text)
  }
})

test('coins are put up over ways that custody knows', () => {
  const part = {
    hot: null,
    unswept: null,
    inFlight: '0',
    owed: '0',
    readAt: null,
    difference: null,
  }
  const custody = {
    currency: 'USDT',
    held: null,
    inFlight: '0',
    liabilities: '0',
    gap: null,
    verdict: 'none',
    isStopped: false,
    parts: [
      { ...part, chain: 'bnb' },
      { ...part, chain: 'ethereum' },
    ],
  }
  assert.deepEqual(waysOf([custody]), [
    { chain: 'bnb', currency: 'USDT' },
    { chain: 'ethereum', currency: 'USDT' },
  ])
})

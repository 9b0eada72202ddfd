import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseReserveAmount, toReserve, findReserveNetworks } from './reserves.ts'

test('INV-22: an operator’s own proposal is marked', () => {
  const row = {
    id: 3,
    chain: 'bnb',
    currency: 'BNB',
    amount: '0.5',
    proposed_by: 'Sari',
    proposed_at: '',
    reason: 'lent',
    is_mine: true,
  } as const
  assert.equal(toReserve(row).isMine, true)
  const other = toReserve({ ...row, is_mine: false })
  assert.deepEqual([other.isMine, other.proposedBy, other.amount], [false, 'Sari', '0.5'])
})

test('INV-14: an amount of coins is parsed exactly or rejected', () => {
  assert.equal(parseReserveAmount(' 0.5 '), '0.5')
  assert.equal(parseReserveAmount('0,5'), '0.5')
  assert.equal(parseReserveAmount('1.000,5'), '1000.5')
  for (const text of ['', '0', '0.00', '-1', '1e3', '1.2.3', '1.000', '1,000', 'x']) {
    assert.equal(parseReserveAmount(text), null, text)
  }
})

test('reserves use the networks that custody has figures for', () => {
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
  } as const
  assert.deepEqual(findReserveNetworks([custody]), [
    { chain: 'bnb', currency: 'USDT' },
    { chain: 'ethereum', currency: 'USDT' },
  ])
})

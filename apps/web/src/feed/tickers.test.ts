import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeTickers } from './tickers.ts'

const known = { BTC_IDR: { lastPrice: '10', high: '12' }, ETH_IDR: { lastPrice: '3' } }

test('RT-02: figures of an event replace only the same known figures', () => {
  const next = mergeTickers(known, { BTC_IDR: { lastPrice: '11' }, SOL_IDR: { low: null } })
  assert.deepEqual(next, {
    BTC_IDR: { lastPrice: '11', high: '12' },
    ETH_IDR: { lastPrice: '3' },
    SOL_IDR: { low: null },
  })
  assert.equal(next['ETH_IDR'], known.ETH_IDR, 'what was not told is the same object')
})

test('R-20: repeated figures change nothing, so nothing is drawn again', () => {
  assert.equal(mergeTickers(known, { BTC_IDR: { high: '12', lastPrice: '10' } }), known)
  const next = mergeTickers(known, { BTC_IDR: { high: '12' }, ETH_IDR: { lastPrice: '4' } })
  assert.equal(next['BTC_IDR'], known.BTC_IDR)
})

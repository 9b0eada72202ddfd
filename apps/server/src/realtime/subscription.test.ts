import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketEvents, readSubscription } from './subscription.ts'

const pair = 'BTC_IDR'

test('R-20 RT-02: a subscription without names is for all events of its market', () => {
  for (const wanted of [{ pair }, { pair, only: undefined }, { pair, room: 'user:1' }]) {
    assert.deepEqual(readSubscription(wanted), { pair, events: marketEvents })
  }
})

test('R-20: a subscription to named events is for these alone', () => {
  for (const event of marketEvents) {
    assert.deepEqual(readSubscription({ pair, only: [event] }), { pair, events: [event] })
  }
  const both = readSubscription({ pair, only: ['histories', 'buys'] })
  assert.deepEqual(both?.events, ['buys', 'histories'])
})

test('ATT-105 ATT-106: whatever names no event of a market is refused whole', () => {
  const lists = [
    [],
    ['ubal'],
    ['histories', 'ubal'],
    ['histories', 'histories'],
    [null],
    [['histories']],
    Array.from({ length: 10_000 }, () => 'histories'),
    'histories',
    { 0: 'histories', length: 1 },
    null,
    1,
  ]
  for (const only of lists) assert.equal(readSubscription({ pair, only }), null)
  for (const wanted of [null, undefined, pair, [pair], { pair: null }, { pair: [pair] }, {}]) {
    assert.equal(readSubscription(wanted), null)
  }
})

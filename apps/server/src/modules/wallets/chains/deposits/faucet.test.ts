import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGiftsOfHour } from './faucet.ts'

test('LOW-11: the faucet gives five maximum gifts per user, currency and hour', () => {
  const gifts = createGiftsOfHour()
  const at = (nowMs: number) => ({ most: 100, nowMs })
  for (let times = 0; times < 5; times += 1) assert.equal(gifts.take('7 BTC', 100, at(times)), 0)
  assert.equal(gifts.take('7 BTC', 1, at(1_000)), 3_599_000, 'until its hour is over')
  assert.equal(gifts.take('7 ETH', 1, at(1_000)), 0)
  assert.equal(gifts.take('8 BTC', 100, at(1_000)), 0)
  assert.equal(gifts.take('7 BTC', 100, at(3_600_000)), 0)
})

test('LOW-11: the faucet’s memory is limited to ten thousand entries', () => {
  const gifts = createGiftsOfHour()
  const size = { most: 1, nowMs: 0 }
  gifts.take('first BTC', 5, size)
  for (let at = 0; at < 9_999; at += 1) gifts.take(`${at} BTC`, 1, size)
  assert.ok(gifts.take('first BTC', 1, size) > 0)
  gifts.take('one more', 1, size)
  assert.equal(gifts.take('first BTC', 1, size), 0, 'who was not seen for longest is forgotten')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { candleAfter, candleStartMs, completeCandles, frames, shownShiftMs } from './candles.ts'

const at = (text: string): number => Date.parse(text)
const start = (text: string, frame: (typeof frames)[number]): string =>
  new Date(candleStartMs(at(text), frame)).toISOString()

test('R-15: days start at 00:00 WIB and weeks on Monday', () => {
  assert.equal(start('2026-03-04T16:59:59.999Z', '1d'), '2026-03-03T17:00:00.000Z')
  assert.equal(start('2026-03-04T17:00:00.000Z', '1d'), '2026-03-04T17:00:00.000Z')
  assert.equal(start('2026-03-08T16:59:59.999Z', '1w'), '2026-03-01T17:00:00.000Z')
  assert.equal(start('2026-03-08T17:00:00.000Z', '1w'), '2026-03-08T17:00:00.000Z')
})

test('R-15: a daily candle shows Jakarta\u2019s date in every time zone', () => {
  const zone = process.env['TZ']
  const shownAt = (text: string, frame: (typeof frames)[number]) =>
    new Date(at(text) + shownShiftMs(at(text), frame)).toISOString()
  try {
    for (const name of ['America/New_York', 'Asia/Tokyo']) {
      process.env['TZ'] = name
      assert.equal(shownAt('2026-03-04T17:00:00.000Z', '1d'), '2026-03-05T00:00:00.000Z', name)
      assert.equal(shownAt('2026-03-08T17:00:00.000Z', '1w'), '2026-03-09T00:00:00.000Z', name)
    }
    assert.equal(shownAt('2026-03-04T10:15:00.000Z', '15m'), '2026-03-04T19:15:00.000Z')
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})

test('minutes and hours are aligned to the clock', () => {
  assert.equal(start('2026-03-04T10:07:31.500Z', '1m'), '2026-03-04T10:07:00.000Z')
  assert.equal(start('2026-03-04T10:07:31.500Z', '5m'), '2026-03-04T10:05:00.000Z')
  assert.equal(start('2026-03-04T10:07:31.500Z', '15m'), '2026-03-04T10:00:00.000Z')
  assert.equal(start('2026-03-04T10:07:31.500Z', '1h'), '2026-03-04T10:00:00.000Z')
})

test('trades extend the last candle or start the next; an older trade changes nothing', () => {
  const trade = (timeMs: number, price: number) => ({ no: 1, price, quantity: 2, timeMs })
  const first = candleAfter(null, trade(at('2026-03-04T10:07:10Z'), 100), '1m')
  const grown = candleAfter(first, trade(at('2026-03-04T10:07:50Z'), 90), '1m')
  assert.deepEqual(grown, {
    openMs: at('2026-03-04T10:07:00Z'),
    open: 100,
    high: 100,
    low: 90,
    close: 90,
    volume: 4,
  })
  const next = candleAfter(grown, trade(at('2026-03-04T10:08:00Z'), 95), '1m')
  assert.equal(next?.openMs, at('2026-03-04T10:08:00Z'))
  assert.equal(candleAfter(next, trade(at('2026-03-04T10:07:59Z'), 1), '1m'), null)
})

test('every time is within its candle, in all frames', () => {
  const moment = fc.integer({ min: at('2020-01-01'), max: at('2040-01-01') })
  fc.assert(
    fc.property(moment, fc.constantFrom(...frames), (timeMs, frame) => {
      const openMs = candleStartMs(timeMs, frame)
      assert.ok(openMs <= timeMs && candleStartMs(openMs, frame) === openMs)
      assert.equal(candleStartMs(openMs - 1, frame) < openMs, true)
    }),
  )
})

const minute = (text: string): number => at(`2026-03-04T10:${text}Z`)
const told = (no: number, time: string, price: number) => ({
  no,
  price,
  quantity: 2,
  timeMs: minute(time),
})
const loaded = {
  openMs: minute('07:00'),
  open: 100,
  high: 100,
  low: 100,
  close: 100,
  volume: 2,
}

test('DEC-92: trades in the loaded candles are not counted again, later trades are', () => {
  const trades = [told(1, '07:10', 100), told(2, '07:20', 90), told(3, '07:30', 110)]
  assert.deepEqual(completeCandles([loaded], trades, '1m', 3), [loaded])
  assert.deepEqual(completeCandles([loaded], trades, '1m', 1), [
    { ...loaded, low: 90, high: 110, close: 110, volume: 6 },
  ])
})

test('DEC-92: trades of later minutes get new candles, also after minutes without trades', () => {
  const trades = [told(4, '07:30', 100), told(5, '07:40', 95), told(6, '08:00', 96)]
  const candles = completeCandles([loaded], trades, '1m', 4)
  assert.equal(candles.length, 2)
  assert.deepEqual([candles[0]?.volume, candles[0]?.close], [4, 95])
  assert.deepEqual([candles[1]?.volume, candles[1]?.open], [2, 96])
  assert.deepEqual(completeCandles([], trades, '1m', 5), [candles[1]])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { candleOpenMs, candleWidths, rollUp, findSource } from './candle-widths.ts'
import type { Candle } from './port.ts'

const at = (text: string): number => Date.parse(text)

test('R-15: days and weeks begin at 00:00 WIB, weeks on Monday', () => {
  const wednesday = at('2026-03-04T16:59:59.999Z')
  assert.equal(candleOpenMs(wednesday, '1d'), at('2026-03-03T17:00:00Z'))
  assert.equal(candleOpenMs(wednesday + 1, '1d'), at('2026-03-04T17:00:00Z'))
  assert.equal(candleOpenMs(wednesday, '1w'), at('2026-03-01T17:00:00Z'))
  assert.equal(new Date(candleOpenMs(wednesday, '1w') + 7 * 3_600_000).getUTCDay(), 1)
  assert.equal(candleOpenMs(at('2026-03-01T16:59:59Z'), '1w'), at('2026-02-22T17:00:00Z'))
})

test('R-15: four-hour candles divide the WIB day', () => {
  assert.equal(candleOpenMs(at('2026-03-04T18:00:00Z'), '4h'), at('2026-03-04T17:00:00Z'))
  assert.equal(candleOpenMs(at('2026-03-04T21:00:00Z'), '4h'), at('2026-03-04T21:00:00Z'))
})

const trades = fc.array(
  fc.record({
    pauseMs: fc.nat(5 * 3_600_000),
    price: fc.integer({ min: 1, max: 1_000 }),
    volume: fc.integer({ min: 1, max: 1_000 }),
  }),
  { minLength: 1, maxLength: 200 },
)

function asCandles(moves: readonly { pauseMs: number; price: number; volume: number }[]): Candle[] {
  let openMs = at('2026-02-27T00:00:00Z')
  return moves.map(({ pauseMs, price, volume }) => {
    openMs += pauseMs
    return { openMs, open: price, high: price, low: price, close: price, volume }
  })
}

test('R-15: a width rolled up from stored candles equals the same width made of the trades', () => {
  fc.assert(
    fc.property(trades, fc.constantFrom(...candleWidths), (moves, width) => {
      const single = asCandles(moves)
      const stored = rollUp(single, findSource(width).from)
      const rolled = rollUp(stored, width)
      assert.deepEqual(rolled, rollUp(single, width))
      const total = (list: readonly Candle[]) => list.reduce((sum, one) => sum + one.volume, 0)
      assert.equal(total(rolled), total(single))
      assert.ok(rolled.every(({ openMs }, i) => i === 0 || openMs > (rolled[i - 1]?.openMs ?? 0)))
    }),
  )
})

test('R-15: a span without trades has no candle', () => {
  const moves = [
    { pauseMs: 0, price: 5, volume: 1 },
    { pauseMs: 3 * 60_000, price: 6, volume: 1 },
  ]
  const rolled = rollUp(asCandles(moves), '1m')
  assert.equal(rolled.length, 2)
})

/**
 * A market's view against a core under random orders: after every batch, and from any batch on, it equals the
 * core's own book and all trades so far.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CoreEvent, createExchange, type Exchange, type Traded } from '@tukar/core'
import * as fc from 'fast-check'
import { creditOf, listing, placeOf } from '../engine/testing/listing.ts'
import { type BookEvent, isBookEvent } from './book-events.ts'
import { createMarketView, type MarketView } from './market-view.ts'
import { bookLevelsMax, recentTradesMax } from './port.ts'

const marketId = 1
const tick = 100_000
const accounts = [1001, 1002, 1003, 901]

const noHistory = {
  row: 0,
  seq: 0,
  trades: [],
  previousPrice: null,
  reference: null,
  buckets: [],
}

type Batch = { row: number; seq: number; timeMs: number; events: readonly CoreEvent[] }

const command = fc.record({
  kind: fc.constantFrom('place', 'place', 'place', 'cancel', 'cancelAll'),
  account: fc.constantFrom(...accounts),
  side: fc.constantFrom('buy', 'sell'),
  step: fc.integer({ min: -12, max: 12 }),
  quantity: fc.integer({ min: 10_000, max: 900_000 }),
  order: fc.nat(400),
})
const batches = fc.array(
  fc.record({
    pauseMs: fc.nat(400_000),
    commands: fc.array(command, { minLength: 1, maxLength: 30 }),
  }),
  { minLength: 1, maxLength: 15 },
)
type Plan = typeof batches extends fc.Arbitrary<infer Value> ? Value : never

function startExchange(): Exchange {
  const exchange = createExchange()
  exchange.beginBatch(1_000)
  for (const command of listing) exchange.apply({ command, id: null })
  for (const account of accounts) {
    exchange.apply({ command: creditOf(account, 1, 1e13), id: null })
    exchange.apply({ command: creditOf(account, 2, 1e12), id: null })
  }
  exchange.endBatch()
  return exchange
}

function* run(exchange: Exchange, plan: Plan): Generator<Batch> {
  let row = 1
  let timeMs = 1_700_000_000_000
  for (const { pauseMs, commands } of plan) {
    timeMs += pauseMs
    exchange.beginBatch(timeMs)
    const events = commands.flatMap(({ kind, account, side, step, quantity, order }) => {
      const price = 165_000_000_000 + step * tick
      const place = placeOf(account, side, price, quantity)
      const cancelAll = { kind: 'cancel_all', accountId: account, marketId } as const
      const cancel = { kind: 'cancel', accountId: account, orderId: order } as const
      const chosen = kind === 'place' ? place : kind === 'cancel' ? cancel : cancelAll
      return exchange.apply({ command: chosen, id: null }).events
    })
    exchange.endBatch()
    row += 1
    yield { row, seq: exchange.seq, timeMs, events }
  }
}

function levels(exchange: Exchange, side: 'buy' | 'sell') {
  return [...exchange.levels(marketId, side)].map(({ price, quantity }) => ({ price, quantity }))
}

function createView(exchange: Exchange) {
  const bids = levels(exchange, 'buy')
  return { marketId, seq: exchange.seq, bids, asks: levels(exchange, 'sell') }
}

function feed(snapshot: MarketView, batch: Batch): void {
  for (const event of batch.events) {
    if (isBookEvent(event)) snapshot.apply(event, batch)
  }
}

function check(snapshot: MarketView, exchange: Exchange, trades: readonly (Traded & Batch)[]) {
  const book = snapshot.book()
  assert.ok(snapshot.isSound())
  assert.deepEqual(book.bids, levels(exchange, 'buy').slice(0, bookLevelsMax))
  assert.deepEqual(book.asks, levels(exchange, 'sell').slice(0, bookLevelsMax))
  const kept = trades.slice(-recentTradesMax).reverse()
  assert.deepEqual(
    snapshot.trades(),
    kept.map(({ no, price, quantity, takerSide, timeMs }) => ({
      no,
      price,
      quantity,
      takerSide,
      timeMs,
    })),
  )
  const ticker = snapshot.ticker(exchange.time)
  const last = trades.at(-1)
  assert.equal(ticker.lastPrice, last?.price ?? null)
  const previous = trades.findLast(({ price }) => price !== last?.price)
  assert.equal(ticker.previousPrice, previous?.price ?? null)
  assert.equal(ticker.bestBid, book.bids[0]?.price ?? null)
  assert.equal(ticker.bestAsk, book.asks[0]?.price ?? null)
}

test('R-64 SRV-46 R-20: the view equals the core’s book and trades after every batch', () => {
  fc.assert(
    fc.property(batches, (plan) => {
      const exchange = startExchange()
      const snapshot = createMarketView(noHistory, createView(exchange))
      const trades: (Traded & Batch)[] = []
      for (const batch of run(exchange, plan)) {
        feed(snapshot, batch)
        for (const event of batch.events) {
          if (event.kind === 'traded') trades.push({ ...event, ...batch })
        }
        check(snapshot, exchange, trades)
      }
    }),
    { numRuns: 60 },
  )
})

test('R-64: a late snapshot, with repeated batches, shows the same and never goes back in time', () => {
  fc.assert(
    fc.property(batches, fc.nat(14), (plan, from) => {
      const exchange = startExchange()
      const heard: Batch[] = []
      let late: MarketView | null = null
      for (const batch of run(exchange, plan)) {
        heard.push(batch)
        if (late !== null) {
          const { seq } = late
          feed(late, batch)
          assert.ok(late.seq >= seq)
        } else if (heard.length > from) {
          late = createMarketView(noHistory, createView(exchange))
          for (const known of heard) feed(late, known)
          assert.equal(late.seq, exchange.seq)
        }
        if (late === null) continue
        assert.ok(late.isSound())
        assert.deepEqual(late.book().bids, levels(exchange, 'buy').slice(0, bookLevelsMax))
        assert.deepEqual(late.book().asks, levels(exchange, 'sell').slice(0, bookLevelsMax))
      }
    }),
    { numRuns: 40 },
  )
})

test('R-64: levels that an event contradicts are known to be wrong', () => {
  const snapshot = createMarketView(noHistory, { marketId, seq: 1, bids: [], asks: [] })
  const closed = {
    kind: 'order_closed',
    orderId: 1,
    accountId: 1001,
    marketId,
    side: 'buy',
    price: tick,
    reason: 'user',
    remaining: 5,
    released: 5,
    rested: true,
  } as unknown as BookEvent
  snapshot.apply(closed, { row: 2, seq: 2, timeMs: 0 })
  assert.equal(snapshot.isSound(), false)
})

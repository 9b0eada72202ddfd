/**
 * The messages of a market's room, on a real engine: their maximum rate, and that figures never stay
 * outdated.
 */
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { placeOf } from '../engine/testing/listing.ts'
import { engineFor, fund, type Rig, startRig } from '../engine/testing/rig.ts'
import { until } from '../engine/testing/until.ts'
import { createMarketData } from '../market-data/index.ts'
import { createLog } from '../platform/logging/log.ts'
import { openDatabase } from '../platform/database/pool.ts'
import { createMarketRoom, figuresIntervalMs, bookIntervalMs } from './market-room.ts'
import type { MarketEvent } from './subscription.ts'

const scale = {
  marketId: 1,
  symbol: 'BTC_IDR',
  baseSymbol: 'BTC',
  quoteSymbol: 'IDR',
  baseDecimals: 8,
  quoteDecimals: 2,
  baseScale: 100_000_000,
  tick: 100_000,
}
const price = 165_000_000_000
const buyer = 1_001
/** Timers count whole milliseconds and may be one early. */
const clockSlackMs = 2

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type SentMessage = {
  readonly seq?: number
  readonly checksum?: number
  readonly no?: number
  readonly figures?: { readonly last_bid: string }
}
type Sent = { readonly event: MarketEvent; readonly payload: object; readonly atMs: number }

/** A room with one subscriber, in whose market only the test trades. */
async function quietRoom(t: TestContext) {
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  await fund(engine, [buyer])
  const database = openDatabase(databaseUrl, createLog('silent'))
  const marketData = await createMarketData({ engine, database, markets: [1], clock: Date.now })
  const sent: Sent[] = []
  const room = createMarketRoom({
    marketId: 1,
    room: 'market:1',
    marketData,
    scaleOf: () => scale,
    broadcast: (_, event, payload) => sent.push({ event, payload, atMs: performance.now() }),
    isEmpty: () => false,
  })
  const stopListening = marketData.onChange((change) => room.onChange(change))
  t.after(async () => {
    stopListening()
    room.stop()
    await database.end()
  })
  const of = (event: MarketEvent) => sent.filter((one) => one.event === event)
  const bid = (ticks: number) =>
    engine.submit(placeOf(buyer, 'buy', price + ticks * scale.tick, 10_000), null)
  return { room, of, bid }
}

function minGapMs(times: readonly Sent[]): number {
  const gaps = times.slice(1).map(({ atMs }, at) => atMs - (times[at]?.atMs ?? 0))
  return Math.min(...gaps)
}

test('SRV-46 RT-02: in a market that falls silent a subscriber gets the figures of its last change', async (t) => {
  const { of, bid } = await quietRoom(t)
  await bid(0)
  await until('the first figures', () => of('market_update').length === 1)
  // Before figures may be sent again, and nothing follows.
  await Promise.all([bid(1), bid(2)])
  const last = '1650002000'
  const newest = () => JSON.stringify(of('market_update').at(-1)?.payload)
  await until('the last figures', () => newest().includes(`"last_bid":"${last}"`))
  const figures = of('market_update')
  assert.ok(minGapMs(figures) >= figuresIntervalMs - clockSlackMs)
  assert.equal(figures.length, 2, 'two changes within the interval are sent once')
})

test('SRV-46: figures that are as they were sent are not sent again', async (t) => {
  const { room, of, bid } = await quietRoom(t)
  await bid(0)
  await until('the first figures', () => of('market_update').length === 1)
  const { atMs } = of('market_update')[0] ?? { atMs: 0 }
  await until('figures may be sent again', () => {
    room.refreshFigures()
    return performance.now() - atMs > figuresIntervalMs * 2
  })
  assert.equal(of('market_update').length, 1)
})

test('SRV-57 BOOK-08: however often a book is requested, its messages keep their interval', async (t) => {
  const { room, of } = await quietRoom(t)
  let asked = 0
  await until('five pictures', () => {
    for (let count = 0; count < 50; count++) room.emitBook()
    asked += 50
    return of('buys').length >= 5
  })
  assert.ok(asked > 50 * 5, `asked ${asked} times`)
  for (const event of ['buys', 'sells'] as const) {
    assert.ok(minGapMs(of(event)) >= bookIntervalMs - clockSlackMs, event)
  }
})

test('R-20: a pulse has number and checksum of the current book, and the figures while they are new', async (t) => {
  const { room, of, bid } = await quietRoom(t)
  await bid(0)
  await until('the book', () => of('buys').length === 1)
  for (let pulses = 0; pulses < 3; pulses++) room.pulse()
  await bid(1)
  await until('the next book', () => of('buys').length === 2)
  room.pulse()
  const pulses: readonly SentMessage[] = of('pulse').map(({ payload }) => payload)
  const books: readonly SentMessage[] = of('buys').map(({ payload }) => payload)
  const [before, after] = books.map(({ seq, checksum }) => ({ seq, checksum, no: 0 }))
  assert.notDeepEqual(before, after)
  const named = pulses.map(({ seq, checksum, no }) => ({ seq, checksum, no }))
  assert.deepEqual(named, [before, before, before, after])
  assert.deepEqual(
    pulses.map(({ figures }) => figures?.last_bid ?? null),
    ['1650000000', '1650000000', null, '1650001000'],
  )
})

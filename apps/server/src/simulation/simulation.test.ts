import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Command } from '@tukar/core'
import { currencyUnits, priceUnits } from '@tukar/money'
import { type TestCluster, temporaryCluster } from '../platform/database/testing/cluster.ts'
import { openRig, type Rig, startTurnedMakers } from './testing/rig.ts'
import { tablesFollow } from '../engine/testing/tables.ts'

const person = 1_001
const house = 'between 900 and 999'
let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

async function rows<T extends object>(rig: Rig, text: string): Promise<readonly T[]> {
  await tablesFollow(rig.engine, 903)
  const found = await rig.database.query<T>(text)
  return found.rows
}

type TradeRow = { readonly market_id: number; readonly price: string; readonly quantity: string }

function tradesOf(rig: Rig): Promise<readonly TradeRow[]> {
  return rows(rig, 'select market_id, price, quantity from exchange.trade order by market_id, no')
}

async function withRig(
  pastHours: number,
  work: (rig: Rig) => Promise<void>,
  place: { readonly databaseUrl?: string; readonly nowMs?: number } = {},
): Promise<void> {
  const databaseUrl = place.databaseUrl ?? (await cluster.database())
  const rig = await openRig(databaseUrl, pastHours, place.nowMs)
  try {
    await work(rig)
  } finally {
    await rig.close()
  }
}

test('R-40: the history consists of trades in the ledger, and every candle has one', async () => {
  await withRig(6, async (rig) => {
    await rig.makePast(1)
    const markets = await rows<{ id: number; trades: number; candles: number; odd: number }>(
      rig,
      `select m.id,
         (select count(*)::int from exchange.trade t where t.market_id = m.id) as trades,
         (select coalesce(sum(trades), 0)::int from exchange.candle c
           where c.market_id = m.id and c.width = '1m') as candles,
         (select count(*)::int from exchange.candle c
           where c.market_id = m.id and c.trades = 0) as odd
       from exchange.market m order by 1`,
    )
    assert.equal(markets.length, 5)
    for (const { trades, candles, odd } of markets) {
      assert.ok(trades > 50)
      assert.equal(candles, trades)
      assert.equal(odd, 0)
    }
    const sums = await rows(
      rig,
      `select currency_id from exchange.balance group by 1 having sum(available + held + claim) <> 0`,
    )
    assert.deepEqual(sums, [], 'every currency sums to nothing')
  })
})

test('R-40: one seed makes one history, and a cross market follows from its two markets', async () => {
  const pasts: unknown[] = []
  for (const _ of [1, 2]) {
    await withRig(3, async (rig) => {
      await rig.makePast(7)
      const trades = await tradesOf(rig)
      pasts.push(trades)
      const last = (id: number) => Number(trades.findLast((row) => row.market_id === id)?.price)
      const crossed = (last(1) / last(4)) * 1_000_000
      assert.ok(Math.abs(last(5) / crossed - 1) < 0.01, `${last(5)} is not near ${crossed}`)
    })
  }
  assert.deepEqual(pasts[0], pasts[1])
})

test('FLT-04 R-40: a history that one start left incomplete is completed by the next', async () => {
  const pasts: unknown[] = []
  for (const stops of [[], [2.5, 1]]) {
    const place = { databaseUrl: await cluster.database(), nowMs: Date.now() }
    for (const withoutLastHours of stops) {
      await withRig(3, (rig) => rig.makePast(7, withoutLastHours), place)
    }
    const makeWhole = async (rig: Rig): Promise<void> => {
      await rig.makePast(7)
      pasts.push(await tradesOf(rig))
    }
    await withRig(3, makeWhole, place)
  }
  assert.deepEqual(pasts[1], pasts[0])
})

test('R-40: while watched, every market has two sides, trades continue, and a restart quotes again', async () => {
  await withRig(0, async (rig) => {
    const first = startTurnedMakers(rig, true, 3)
    await first.untilLater(60_000)
    await first.stop()
    for (const { marketId } of rig.markets) {
      const { bids, asks } = await rig.engine.bookSnapshot(marketId)
      assert.ok(bids.length > 10 && asks.length > 10)
      assert.ok((bids[0]?.price ?? 0) < (asks[0]?.price ?? 0))
    }
    const before = await rows<{ last: string; trades: number }>(
      rig,
      `select max(id) as last, (select count(*)::int from exchange.trade) as trades
       from exchange.orders where account_id ${house}`,
    )
    assert.ok((before[0]?.trades ?? 0) > 20)
    const second = startTurnedMakers(rig, true, 4)
    await second.untilLater(2_000)
    await second.stop()
    const left = await rows(
      rig,
      `select id from exchange.orders
       where account_id ${house} and status = 'open' and id <= ${before[0]?.last ?? 0}`,
    )
    assert.deepEqual(left, [], 'the first run’s quotes are gone')
  })
})

test('R-40: a maker’s order that never filled leaves no row', async () => {
  await withRig(0, async (rig) => {
    const makers = startTurnedMakers(rig, true, 5)
    await makers.untilLater(20_000)
    await makers.stop()
    const left = await rows(
      rig,
      `select id from exchange.orders
       where account_id ${house} and status <> 'open' and fill_count = 0`,
    )
    assert.deepEqual(left, [])
  })
})

test('R-40: a user’s order at the best price is left to users first, then the market makers take it', async () => {
  await withRig(0, async (rig) => {
    const { engine } = rig
    const makers = startTurnedMakers(rig, true, 6)
    await makers.untilLater(5_000)
    const cause = { reason: 'test', source: 'test:1', railId: 100 }
    const owner = { accountId: person, currencyId: 2 }
    await engine.submit(
      { kind: 'credit', ...owner, amount: currencyUnits(200_000), ...cause },
      null,
    )
    /** Sells slightly below all other offers; returns the price. */
    const offerBest = async () => {
      const { asks } = await engine.bookSnapshot(1)
      const price = priceUnits((asks[0]?.price ?? 0) - 100_000)
      const size = { by: 'quantity', quantity: currencyUnits(1_000) } as const
      const order = { accountId: person, marketId: 1, side: 'sell', price, size } as const
      await engine.submit({ kind: 'place', ...order, timeInForce: 'GTC', postOnly: true }, null)
      return price
    }
    const price = await offerBest()
    const fillsOf = async () =>
      rows(rig, `select no from exchange.trade where maker_account_id = ${person}`)
    await makers.untilLater(24_000)
    assert.equal((await fillsOf()).length, 0)
    const kept = await engine.bookSnapshot(1)
    assert.equal(kept.asks[0]?.price, price, 'nor does it step in front of it')
    // The price may move away from an order for hours: then the user makes the best offer again.
    for (let minutes = 0; minutes < 120 && (await fillsOf()).length === 0; minutes += 1) {
      await makers.untilLater(60_000)
      await offerBest()
    }
    await makers.stop()
    assert.ok((await fillsOf()).length > 0)
  })
})

test('R-40 ATT-65: the makers pause while a market is halted, and quote by its new rules once it is open', async () => {
  await withRig(0, async (rig) => {
    const { engine, listing } = rig
    const makers = startTurnedMakers(rig, true, 8)
    await makers.untilLater(2_000)
    const state = async (word: 'open' | 'halted') => {
      await engine.submit({ kind: 'set_market_state', marketId: 1, state: word }, null)
      await listing.reload()
    }
    await state('halted')
    const before = (await engine.bookSnapshot(1)).seq
    const refused: string[] = []
    const off = engine.onCommitted(({ commands }) => {
      for (const event of commands.flatMap(({ events }) => events)) {
        if (event.kind === 'refused') refused.push(event.code)
      }
    })
    await makers.untilLater(2_000)
    const market = listing.market(1)
    assert.ok(market !== undefined)
    const { scale: _, state: __, ...rules } = market
    const tick = priceUnits(10_000_000)
    const command = { kind: 'set_market', ...rules, tick } as unknown as Command
    assert.equal((await engine.submit(command, null)).status, 'accepted')
    await state('open')
    await makers.untilLater(4_000)
    off()
    await makers.stop()
    assert.deepEqual(refused, [])
    const { seq, bids, asks } = await engine.bookSnapshot(1)
    assert.ok(seq > before)
    // Quotes from before the change keep their price until they are canceled.
    const onTick = [...bids, ...asks].filter(({ price }) => price % tick === 0)
    assert.ok(onTick.length > 0)
  })
})

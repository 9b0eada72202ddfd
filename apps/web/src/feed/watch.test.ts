import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measures } from './frame.ts'
import type { Level, Side } from './levels.ts'
import type { SideSnapshot } from './book-sides.ts'
import type { Trade } from './recent-trades.ts'
import { type MarketSnapshot, type Pulse, watchMarket } from './watch.ts'

const measures: Measures = { priceDecimals: 2, baseDecimals: 8, quantityDecimals: 8, tick: 1_000 }
const marketId = 1

/** A checksum that is good enough to distinguish the books of these tests. */
const checksum = (bids: readonly Level[], asks: readonly Level[]): number =>
  [...bids, ...asks].reduce((sum, row) => (sum * 31 + row.price * 7 + row.quantity) >>> 0, 7)

/** The pulse of a server with this book and this last trade. */
function pulseOf(book: Book, no: number): Pulse {
  return { seq: book.seq, checksum: checksum(book.bids, book.asks), no }
}

type Book = { readonly seq: number; readonly bids: Level[]; readonly asks: Level[] }
const bookOf = (seq: number, bid = seq, ask = seq + 100): Book => ({
  seq,
  bids: [{ price: bid, quantity: 5 }],
  asks: [{ price: ask, quantity: 5 }],
})

function side(book: Book, of: Side): SideSnapshot {
  const { seq, bids, asks } = book
  return { side: of, seq, checksum: checksum(bids, asks), levels: of === 'buy' ? bids : asks }
}

const tradesOf = (...numbers: readonly number[]): readonly Trade[] =>
  numbers.map((no) => ({ no, price: 100, quantity: 5, takerSide: 'buy', timeMs: no }))

/** A server that answers on demand, a clock that tests advance, and a watch. */
function bench() {
  const asked: string[] = []
  const answers: ((value: unknown) => void)[] = []
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>()
  let nowMs = 0
  const ask = <Answer>(name: string): Promise<Answer> => {
    asked.push(name)
    return new Promise((resolve) => answers.push(resolve as (value: unknown) => void))
  }
  const watch = watchMarket('BTC_IDR', {
    loadBook: () => ask<MarketSnapshot | 'unknown' | null>('book'),
    loadTrades: () => ask<readonly Trade[] | null>('trades'),
    askAgain: (id) => void asked.push(`again ${id}`),
    checksum,
    onChange: () => undefined,
    setTimer: (run, delayMs) => {
      const timer = { atMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
  /** Lets the callbacks of resolved promises run. */
  const rest = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    watch,
    /** The requests since the last read. */
    asked: () => asked.splice(0),
    answer: async (value: unknown) => {
      const resolve = answers.shift()
      assert.ok(resolve !== undefined, 'nothing was asked')
      resolve(value)
      await rest()
    },
    pass: async (ms: number) => {
      const endMs = nowMs + ms
      for (;;) {
        const [next] = [...timers].sort((a, b) => a.atMs - b.atMs)
        if (next === undefined || next.atMs > endMs) break
        nowMs = next.atMs
        timers.delete(next)
        next.run()
        await rest()
      }
      nowMs = endMs
    },
    timers: () => timers.size,
  }
}

const snapshotOf = (book: Book): MarketSnapshot => ({
  marketId,
  measures,
  buy: side(book, 'buy'),
  sell: side(book, 'sell'),
})

/** A watch that loaded this book and trades 1 to 3. */
async function loaded(book = bookOf(10)) {
  const it = bench()
  it.watch.load()
  await it.answer(snapshotOf(book))
  await it.answer(tradesOf(3, 2, 1))
  assert.deepEqual(it.asked(), ['book', 'trades'])
  assert.ok(it.watch.isVerified())
  return it
}

const numbers = (trades: readonly Trade[] | null) => trades?.map(({ no }) => no)

test('DEC-90 BOOK-07: events older than the snapshot are dropped, newer ones are kept', async () => {
  const it = await loaded(bookOf(10))
  it.watch.load()
  it.watch.addSide(side(bookOf(12), 'buy'))
  it.watch.addSide(side(bookOf(12), 'sell'))
  it.watch.addTrades(tradesOf(4), true)
  await it.answer(snapshotOf(bookOf(11)))
  await it.answer(tradesOf(3, 2, 1))
  assert.equal(it.watch.book()?.seq, 12)
  assert.deepEqual(it.watch.book()?.bids, bookOf(12).bids)
  assert.deepEqual(numbers(it.watch.recentTrades()), [4, 3, 2, 1])
  it.watch.addSide(side(bookOf(9), 'buy'))
  it.watch.addSide(side(bookOf(9), 'sell'))
  assert.equal(it.watch.book()?.seq, 12)
  assert.ok(it.watch.isVerified())
})

test('R-20: a lost side is detected by the checksum, requested again, and then correct', async () => {
  const it = await loaded()
  it.watch.addSide(side(bookOf(11), 'buy'))
  assert.ok(it.watch.isVerified(), 'the other side may follow')
  assert.equal(it.watch.book()?.seq, 10, 'sides of two numbers are never shown together')
  await it.pass(300)
  assert.ok(!it.watch.isVerified())
  assert.deepEqual(it.asked(), [`again ${marketId}`])
  it.watch.addSide(side(bookOf(11), 'buy'))
  it.watch.addSide(side(bookOf(11), 'sell'))
  assert.ok(it.watch.isVerified())
  assert.deepEqual(it.watch.book()?.asks, bookOf(11).asks)
  await it.pass(60_000)
  assert.deepEqual(it.asked(), [], 'what was mended is not loaded as well')
})

test('R-20: a repeatedly lost side is detected while the other side keeps coming', async () => {
  const it = await loaded()
  for (const seq of [11, 12, 13, 14, 15]) {
    it.watch.addSide(side(bookOf(seq), 'buy'))
    await it.pass(100)
  }
  assert.ok(!it.watch.isVerified())
  assert.deepEqual(it.asked().slice(0, 1), [`again ${marketId}`])
})

test('R-20: if requested snapshots do not come, everything is loaded', async () => {
  const it = await loaded()
  it.watch.addSide(side(bookOf(11), 'sell'))
  await it.pass(300)
  assert.deepEqual(it.asked(), [`again ${marketId}`])
  await it.pass(700)
  assert.deepEqual(it.asked(), ['book'])
  await it.answer(snapshotOf(bookOf(11)))
  await it.answer(tradesOf(3, 2, 1))
  assert.ok(it.watch.isVerified())
  assert.deepEqual(it.watch.book()?.bids, bookOf(11).bids)
})

test('R-20: a gap in the trade numbers is loaded, unless it is filled in time', async () => {
  const it = await loaded()
  it.watch.addTrades(tradesOf(5), true)
  assert.ok(!it.watch.isVerified())
  it.watch.addTrades(tradesOf(4), true)
  assert.ok(it.watch.isVerified(), 'reordering is no loss')
  await it.pass(60_000)
  assert.deepEqual(it.asked(), [])
  it.watch.addTrades(tradesOf(7), true)
  await it.pass(300)
  assert.deepEqual(it.asked(), ['book'])
  await it.answer(snapshotOf(bookOf(10)))
  await it.answer(tradesOf(7, 6, 5, 4, 3, 2, 1))
  assert.ok(it.watch.isVerified())
  assert.deepEqual(numbers(it.watch.recentTrades()), [7, 6, 5, 4, 3, 2, 1])
})

test('FLT-38: failed loads are retried after growing delays, which restart after a success', async () => {
  const it = bench()
  it.watch.load()
  for (const pauseMs of [300, 600, 1_200, 2_500, 5_000, 5_000]) {
    assert.deepEqual(it.asked(), ['book'])
    await it.answer(null)
    await it.pass(pauseMs - 1)
    assert.deepEqual(it.asked(), [])
    await it.pass(1)
  }
  await it.answer(snapshotOf(bookOf(10)))
  await it.answer(tradesOf(1))
  assert.ok(it.watch.isVerified())
  it.asked()
  it.watch.load()
  await it.answer(null)
  await it.pass(300)
  assert.deepEqual(it.asked(), ['book', 'book'])
})

test('TRADE-01: an unknown market is requested once', async () => {
  const it = bench()
  it.watch.load()
  await it.answer('unknown')
  assert.deepEqual(it.asked(), ['book'])
  await it.pass(60_000)
  it.watch.load()
  assert.deepEqual(it.asked(), [], 'no pause and no new line makes it another answer')
  assert.ok(!it.watch.isVerified())
})

test('DEC-90: an earlier load replaces the scheduled one', async () => {
  const it = await loaded()
  it.watch.addSide(side(bookOf(11), 'buy'))
  await it.pass(300)
  assert.deepEqual(it.asked(), [`again ${marketId}`])
  it.watch.load()
  await it.answer(snapshotOf(bookOf(11)))
  await it.answer(tradesOf(3, 2, 1))
  assert.deepEqual(it.asked(), ['book', 'trades'])
  await it.pass(60_000)
  assert.deepEqual(it.asked(), [])
  assert.ok(it.watch.isVerified())
})

test('DEC-90: of two overlapping loads only the later one counts', async () => {
  const it = await loaded()
  it.watch.load()
  it.watch.load()
  await it.answer(snapshotOf(bookOf(90, 1, 2)))
  assert.ok(!it.watch.isVerified())
  assert.equal(it.watch.book()?.seq, 10, 'the last verified book stays on the screen')
  await it.answer(snapshotOf(bookOf(20)))
  await it.answer(tradesOf(3, 2, 1))
  assert.equal(it.watch.book()?.seq, 20)
})

test('DEC-89: a list that is not prepended replaces the current one', async () => {
  const it = await loaded()
  it.watch.addTrades(tradesOf(40, 39), false)
  assert.deepEqual(numbers(it.watch.recentTrades()), [40, 39])
  assert.ok(it.watch.isVerified())
})

test('R-20 DEC-89: a late list removes no trade that arrived before it', async () => {
  const it = await loaded()
  it.watch.addTrades(tradesOf(5, 4), true)
  it.watch.addTrades(tradesOf(3, 2, 1), false)
  assert.deepEqual(numbers(it.watch.recentTrades()), [5, 4, 3, 2, 1])
  it.watch.addTrades(tradesOf(2, 1), false)
  assert.deepEqual(numbers(it.watch.recentTrades()), [5, 4, 3, 2, 1])
  assert.ok(it.watch.isVerified())
})

test('R-20: repeated wrong snapshots do not delay the repair', async () => {
  const it = await loaded()
  for (const seq of [11, 12, 13, 14, 15, 16, 17, 18]) {
    it.watch.addSide({ ...side(bookOf(seq), 'buy'), checksum: 1 })
    it.watch.addSide({ ...side(bookOf(seq), 'sell'), checksum: 1 })
    await it.pass(100)
  }
  assert.deepEqual(it.asked(), [`again ${marketId}`, 'book'])
})

test('a stopped watch requests nothing', async () => {
  const it = await loaded()
  it.watch.addSide(side(bookOf(11), 'buy'))
  it.watch.load()
  it.watch.stop()
  await it.answer(snapshotOf(bookOf(30)))
  await it.pass(60_000)
  assert.deepEqual(it.asked(), ['book'])
  assert.equal(it.timers(), 0)
  assert.equal(it.watch.book()?.seq, 10)
})

test('R-20: a last book lost on both sides is detected by a pulse and requested again', async () => {
  const it = await loaded()
  const next = bookOf(11)
  it.watch.addPulse(pulseOf(next, 3))
  await it.pass(499)
  assert.ok(it.watch.isVerified(), 'it may still be on its way')
  assert.deepEqual(it.asked(), [])
  await it.pass(1)
  assert.ok(!it.watch.isVerified())
  assert.deepEqual(it.asked(), [`again ${marketId}`])
  it.watch.addSide(side(next, 'buy'))
  it.watch.addSide(side(next, 'sell'))
  assert.ok(it.watch.isVerified())
  await it.pass(60_000)
  assert.deepEqual(it.asked(), [], 'trades were not behind')
})

test('R-20: a lost last trade is detected by a pulse, and only the trades are loaded', async () => {
  const it = await loaded()
  it.watch.addPulse(pulseOf(bookOf(10), 5))
  await it.pass(500)
  assert.ok(!it.watch.isVerified())
  assert.deepEqual(it.asked(), ['trades'])
  await it.answer(tradesOf(5, 4, 3, 2, 1))
  assert.deepEqual(numbers(it.watch.recentTrades()), [5, 4, 3, 2, 1])
  assert.ok(it.watch.isVerified())
  await it.pass(60_000)
  assert.deepEqual(it.asked(), [])
})

test('R-20: if missing trades cannot be loaded, everything is loaded', async () => {
  for (const answer of [null, tradesOf(3, 2, 1)]) {
    const it = await loaded()
    it.watch.addPulse(pulseOf(bookOf(10), 4))
    await it.pass(500)
    await it.answer(answer)
    assert.ok(!it.watch.isVerified())
    await it.pass(300)
    assert.deepEqual(it.asked(), ['trades', 'book'])
  }
})

test('R-20: a pulse requests nothing if its data is here, comes in time, or is older', async () => {
  const it = await loaded()
  it.watch.addPulse(pulseOf(bookOf(10), 3))
  it.watch.addPulse(pulseOf(bookOf(9), 2))
  // The same book under a later number: the changes between canceled out.
  it.watch.addPulse({ ...pulseOf(bookOf(10), 3), seq: 12 })
  assert.equal(it.timers(), 0)
  it.watch.addPulse(pulseOf(bookOf(13), 4))
  await it.pass(300)
  it.watch.addSide(side(bookOf(14), 'sell'))
  it.watch.addTrades(tradesOf(4), true)
  it.watch.addSide(side(bookOf(14), 'buy'))
  await it.pass(60_000)
  assert.deepEqual(it.asked(), [])
  assert.ok(it.watch.isVerified())
})

test('R-20: a pulse before or during the first load requests nothing', async () => {
  const it = bench()
  it.watch.addPulse(pulseOf(bookOf(20), 9))
  it.watch.load()
  it.watch.addPulse(pulseOf(bookOf(20), 9))
  await it.pass(60_000)
  assert.deepEqual(it.asked(), ['book'])
})

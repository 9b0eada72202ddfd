/** Candles as a chart loads them: their format, their opening times, and the trades behind them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, type JsonObject, rowsAt, textAt } from '../../harness/http.ts'
import { until } from '../../harness/until.ts'
import { parseUnits, type Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'
import { historyRows } from './markets.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Days begin at 00:00 of Western Indonesia Time. */
const wibMs = 7 * hourMs
/** 1970-01-01 was a Thursday. */
const mondayMs = 3 * dayMs
/** The maximum number of rows of one call. */
const rowsMax = 1_000

/** Each width, and a narrower one from which it can be built. */
const widths = {
  '1m': { lengthMs: minuteMs, offsetMs: 0, from: null },
  '5m': { lengthMs: 5 * minuteMs, offsetMs: 0, from: '1m' },
  '15m': { lengthMs: 15 * minuteMs, offsetMs: 0, from: '5m' },
  '1h': { lengthMs: hourMs, offsetMs: 0, from: '15m' },
  '4h': { lengthMs: 4 * hourMs, offsetMs: wibMs, from: '1h' },
  '1d': { lengthMs: dayMs, offsetMs: wibMs, from: '4h' },
  '1w': { lengthMs: 7 * dayMs, offsetMs: wibMs + mondayMs, from: '1d' },
} as const
type Width = keyof typeof widths
const widthNames = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const

/** No other test trades this pair, so some of its minutes are complete among the newest trades. */
const pair = 'ETH_IDR'
const decimals = { price: 2, quantity: 8 }

type Candle = {
  readonly openMs: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

const ask = ({ client }: Fixture, query: Record<string, string | number>): Promise<Answer> =>
  client.call('GET', '/chart/history', { query })

function candleOf(row: JsonObject): Candle {
  const price = (key: string) => parseUnits(textAt(row, key), decimals.price)
  assert.ok(Number.isInteger(row['time']), JSON.stringify(row))
  for (const key of ['open', 'high', 'low', 'close', 'volume']) {
    assert.equal(typeof row[key], 'string', `${key} is a decimal string`)
  }
  return {
    openMs: Number(row['time']),
    open: price('open'),
    high: price('high'),
    low: price('low'),
    close: price('close'),
    volume: parseUnits(textAt(row, 'volume'), decimals.quantity),
  }
}

async function candles(fixture: Fixture, width: Width, rows = rowsMax): Promise<readonly Candle[]> {
  const answer = await ask(fixture, { pair, width, rows })
  assert.equal(answer.status, 200, answer.text)
  assertFrame(answer, 1)
  return rowsAt(answer.body, 'data').map(candleOf)
}

function opensAt(timeMs: number, width: Width): number {
  const { lengthMs, offsetMs } = widths[width]
  return Math.floor((timeMs + offsetMs) / lengthMs) * lengthMs - offsetMs
}

/** Merges candles, oldest first, into wider ones. */
function joined(parts: readonly Candle[], width: Width): readonly Candle[] {
  const wide: Candle[] = []
  for (const part of parts) {
    const openMs = opensAt(part.openMs, width)
    const last = wide.at(-1)
    if (last?.openMs !== openMs) {
      wide.push({ ...part, openMs })
      continue
    }
    wide[wide.length - 1] = {
      ...last,
      high: part.high > last.high ? part.high : last.high,
      low: part.low < last.low ? part.low : last.low,
      close: part.close,
      volume: last.volume + part.volume,
    }
  }
  return wide
}

/** The trades of the newest page as one-minute candles, oldest first. */
async function tradedMinutes({ client }: Fixture): Promise<readonly Candle[]> {
  const { body } = await client.call('GET', '/histories/load-first-time', { query: { pair } })
  const single = historyRows(body).map((row) => {
    const price = parseUnits(textAt(row, 'mclose_position'), decimals.price)
    const volume = parseUnits(textAt(row, 'mclose_symbol_a'), decimals.quantity)
    const openMs = Date.parse(textAt(row, 'created_at'))
    return { openMs, open: price, high: price, low: price, close: price, volume }
  })
  return joined(single.toReversed(), '1m')
}

function registerForm(fixture: () => Fixture): void {
  for (const width of widthNames) {
    test(`R-15: candles of ${width} are in order, begin at their interval, and have possible prices`, async () => {
      const all = await candles(fixture(), width)
      assert.ok(all.length > 0 && all.length <= rowsMax, `${all.length} candles`)
      let beforeMs = -Infinity
      for (const { openMs, open, high, low, close, volume } of all) {
        assert.ok(openMs > beforeMs, 'oldest first, one a span')
        assert.equal(openMs, opensAt(openMs, width), 'it opens where its span begins')
        assert.ok(openMs <= Date.now() + minuteMs, 'not in the future')
        assert.ok(low > 0n && low <= open && low <= close, 'nothing was below the lowest')
        assert.ok(high >= open && high >= close, 'nothing was above the highest')
        assert.ok(volume > 0n, 'a span without a trade has no candle')
        beforeMs = openMs
      }
    })
  }

  test('R-15: rows limits the answer to the newest, and a larger number is reduced to the maximum', async () => {
    const w = fixture()
    const all = await candles(w, '1m')
    const few = await candles(w, '1m', 3)
    assert.equal(few.length, Math.min(3, all.length))
    assert.ok((few[0]?.openMs ?? 0) >= (all.at(-3)?.openMs ?? 0), 'the newest ones')
    assert.ok((await candles(w, '1m', 9_999)).length <= rowsMax)
    const answer = await ask(w, { pair, width: '1m' })
    assertFrame(answer, 1)
    assert.ok(rowsAt(answer.body, 'data').length <= rowsMax)
  })

  test('R-15: a guest gets them, and no cache stores them', async () => {
    const answer = await ask(fixture(), { pair, width: '1h' })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('cache-control') ?? '', /no-store|no-cache|max-age=\d\b/)
  })
}

function registerMatter(fixture: () => Fixture): void {
  for (const width of widthNames) {
    const { from } = widths[width]
    if (from === null) continue
    test(`R-15 INV-08: a candle of ${width} is made of those of ${from}`, async () => {
      const w = fixture()
      const wide = await candles(w, width)
      const narrow = await candles(w, from)
      const firstMs = narrow[0]?.openMs ?? Infinity
      // The newest candle still grows, and the oldest may begin before the narrower ones do.
      const whole = wide.slice(0, -1).filter(({ openMs }) => openMs >= firstMs)
      const made = new Map(joined(narrow, width).map((candle) => [candle.openMs, candle]))
      for (const candle of whole) assert.deepEqual(candle, made.get(candle.openMs))
    })
  }

  test('R-15 API-44: a candle of a minute is made of the trades of that minute', async () => {
    const w = fixture()
    const traded = await tradedMinutes(w)
    const kept = new Map((await candles(w, '1m')).map((candle) => [candle.openMs, candle]))
    // The newest minute still grows, and the oldest minute may lack trades.
    const whole = traded.slice(1, -1)
    assert.ok(whole.length > 0, 'the newest trades fill a minute')
    for (const candle of whole) assert.deepEqual(kept.get(candle.openMs), candle)
  })

  test('R-15: the newest candle of every width closes at the price of the newest trade', async () => {
    const w = fixture()
    for (const width of widthNames) {
      await until(`the candle of ${width} to follow the trades`, async () => {
        const last = (await tradedMinutes(w)).at(-1)
        return (await candles(w, width, 1))[0]?.close === last?.close
      })
    }
  })
}

function registerRefusals(fixture: () => Fixture): void {
  test('R-15 R-14: an unknown market is answered 404, invalid parameters are refused', async () => {
    const w = fixture()
    for (const bad of ['XXX_IDR', '', "ETH_IDR' or 1=1", '../x', '__proto__']) {
      assertRefused(await ask(w, { pair: bad, width: '1m' }), 400, 404)
    }
    for (const bad of ['2m', '1M', '', '60', '1m;drop', '__proto__', 'constructor']) {
      assertRefused(await ask(w, { pair, width: bad }), 400)
    }
    assertRefused(await ask(w, { pair }), 400)
    assertRefused(await ask(w, { width: '1m' }), 400)
  })

  test('R-15 ATT-26: rows that are no count are refused', async () => {
    for (const rows of ['-1', '0', '1.5', 'x', '1e3', '', '99999999999999999999', '1 or 1=1']) {
      assertRefused(await ask(fixture(), { pair, width: '1m', rows }), 400)
    }
  })
}

/** Registers the tests of candles. */
export function registerCandleSuite(fixture: () => Fixture): void {
  registerForm(fixture)
  registerMatter(fixture)
  registerRefusals(fixture)
}

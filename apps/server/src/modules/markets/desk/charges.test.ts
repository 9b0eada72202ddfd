/** Rates are scheduled, previewed before they are set, and charged by the core exactly as previewed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, rowsOf, startRig } from '../../../engine/testing/rig.ts'
import { tablesFollow } from '../../../engine/testing/tables.ts'
import {
  codeOf,
  credit,
  marketConsole,
  order,
  type JsonRow,
  statusOf,
} from './testing/market-stage.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const [buyer, seller] = [1_001, 1_002]
const taker = {
  pair: 'BTC_IDR',
  quote: null,
  kind: 'fee',
  payer: 'taker',
  base: 'gross',
  rate_ppm: 3_000,
  from: null,
}

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10)

test('CONST-26 DEC-76 SRV-60: a rate has a date, never in the past, within limits, and one per date', async (t) => {
  const { fani, finn, riski, ...desk } = await marketConsole(t, rig)
  assert.deepEqual(codeOf(await desk.preview(riski, 'charge.schedule', taker)), [
    403,
    'desk.forbidden',
  ])
  for (const [other, code] of [
    [{ from: inDays(0) }, 'schedule.past'],
    [{ from: '2026-02-30' }, 'request.malformed'],
    [{ rate_ppm: 50_001 }, 'schedule.rate_too_high'],
    [{ rate_ppm: -1 }, 'request.malformed'],
    [{ payer: 'buyer' }, 'schedule.wrong_payer'],
    [{ kind: 'vat' }, 'schedule.wrong_payer'],
    [{ rate_ppm: 2_000 }, 'market.unchanged'],
    [{ pair: null, quote: 'DOGE' }, 'schedule.nothing_traded'],
    [{ quote: 'IDR' }, 'request.malformed'],
    [{ pair: 'BTC_EUR' }, 'market.unknown'],
  ] as const) {
    const answer = await desk.preview(fani, 'charge.schedule', { ...taker, ...other })
    assert.equal(answer.body['code'], code)
  }
  const later = { ...taker, pair: null, quote: 'IDR', from: inDays(3) }
  const waiting = await desk.propose(fani, 'charge.schedule', later)
  assert.deepEqual(codeOf(await desk.decide(fani, waiting)), [403, 'desk.same_operator'])
  assert.equal(statusOf(await desk.decide(finn, waiting)), 'applied')
  const again = await desk.preview(fani, 'charge.schedule', { ...later, rate_ppm: 4_000 })
  assert.equal(again.body['code'], 'schedule.taken')

  const { schedules } = (await desk.get(fani, '/desk/schedules')) as { schedules: JsonRow[] }
  const ofTakers = schedules.filter(({ kind, payer }) => kind === 'fee' && payer === 'taker')
  const future = ofTakers.filter(({ status }) => status === 'future')
  assert.deepEqual(
    future.map(({ pair, rate_ppm: rate }) => [pair, rate]),
    [
      ['BTC_IDR', 3_000],
      ['ETH_IDR', 3_000],
      ['BNB_IDR', 3_000],
      ['USDT_IDR', 3_000],
    ],
  )
  assert.equal(future[0]?.['from'], new Date(`${later.from}T00:00:00+07:00`).toISOString())
  const vat = schedules.filter(({ pair, kind }) => pair === 'BTC_IDR' && kind === 'vat')
  assert.deepEqual(
    vat.map(({ rate_ppm: rate, status }) => [rate, status]),
    [
      [1_100, 'past'],
      [1_200, 'past'],
      [1_100, 'past'],
      [0, 'current'],
    ],
  )
})

test("SRV-60 R-05: the cost of a trade of Rp 1,000,000 is previewed before and after, and equals the core's charge", async (t) => {
  const { fani, finn, ...desk } = await marketConsole(t, rig)
  const shown = await desk.preview(fani, 'charge.schedule', taker)
  const { lines, warnings } = shown.body['data'] as { lines: JsonRow[]; warnings: JsonRow[] }
  const said = lines.map(({ text, before: old, after: next }) =>
    [text, old, next].map((words) => (words as { en: string }).en),
  )
  assert.deepEqual(said, [
    ['Rate in BTC/IDR', '0,2%', '0,3%'],
    [
      'A trade of Rp 1.000.000 in BTC/IDR: the buyer who takes pays',
      'Rp 2.111: trading fee Rp 2.000, bourse fee Rp 111',
      'Rp 3.111: trading fee Rp 3.000, bourse fee Rp 111',
    ],
    [
      'A trade of Rp 1.000.000 in BTC/IDR: the seller who takes pays',
      'Rp 4.211: trading fee Rp 2.000, bourse fee Rp 111, income tax Rp 2.100',
      'Rp 5.211: trading fee Rp 3.000, bourse fee Rp 111, income tax Rp 2.100',
    ],
  ])
  assert.equal(warnings.length, 1)

  // Both orders were placed before the rate was set: their holds are unchanged, and cover it.
  await credit(desk, buyer, 1, 1_000_000_00)
  await credit(desk, seller, 2)
  const at = { marketId: 1, price: 160_000_000_000, quantity: 62_500 }
  assert.deepEqual(await order(desk, { ...at, accountId: buyer, side: 'buy' }), [])
  const heldBefore = await heldOf(desk.databaseUrl, desk, buyer)
  const waiting = await desk.propose(fani, 'charge.schedule', taker)
  assert.equal(statusOf(await desk.decide(finn, waiting)), 'applied')
  assert.deepEqual(await heldOf(desk.databaseUrl, desk, buyer), heldBefore)
  const trades = await order(desk, { ...at, accountId: seller, side: 'sell' })
  if (typeof trades === 'string') assert.fail(trades)
  const [trade] = trades
  assert.equal(trade?.quote, 100_000_000)
  const sold = trade.charges.filter(({ side }) => side === 'sell')
  assert.deepEqual(
    sold.map(({ chargeKind, amount, ratePpm }) => [chargeKind, amount, ratePpm]),
    [
      ['fee', 300_000, 3_000],
      ['bourse', 11_100, 111],
      ['income_tax', 210_000, 2_100],
    ],
  )
  assert.deepEqual(await heldOf(desk.databaseUrl, desk, buyer), [{ available: 0, held: 0 }])
})

test('SRV-60: an interrupted change of a rate is applied once', async (t) => {
  const { fani, finn, ...desk } = await marketConsole(t, rig)
  const later = { ...taker, pair: null, quote: 'IDR', from: inDays(2) }
  const waiting = await desk.propose(fani, 'charge.schedule', later)
  await desk.decide(finn, waiting)
  const rows = `select id from exchange.charge_schedule order by id`
  const before = await rowsOf(desk.databaseUrl, rows)
  // As if the server had stopped before it recorded the completion.
  await desk.database.query(`update desk.change set status = 'applying'`)
  await desk.finish()
  assert.deepEqual(await rowsOf(desk.databaseUrl, rows), before)
})

async function heldOf(
  databaseUrl: string,
  { engine }: { engine: { waitForProjection(accountId: number): Promise<boolean> } },
  accountId: number,
) {
  await tablesFollow(engine, accountId)
  return rowsOf(
    databaseUrl,
    'select available::int, held::int from exchange.balance where account_id = $1 and currency_id = 1',
    [accountId],
  )
}

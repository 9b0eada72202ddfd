/** Markets are listed, halted, changed and resumed in the console, on a real engine. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import { tablesFollow } from '../../../engine/testing/tables.ts'
import { ask } from '../../../testing/desk.ts'
import { announceMarketChanges } from '../index.ts'
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
/** The rules of BTC_IDR of a new exchange, in the console's format. */
const bitcoin = {
  pair: 'BTC_IDR',
  tick: '1000.00',
  lot: '0.00000001',
  minimum: '10000.00',
  quantity_max: '1000',
  price_min: '1000000',
  price_max: '100000000000',
  reference_price: '1650000000',
  buy_band_ppm: 1_200_000,
  sell_band_ppm: 800_000,
  open_orders_max: 200,
}

test('SRV-62: one operator halts at once, orders are refused and can be canceled, and two operators resume', async (t) => {
  const desk = await marketConsole(t, rig)
  const { riski, sari, kiki, fani } = desk
  await credit(desk, buyer, 1)
  const bid = { accountId: buyer, marketId: 1, side: 'buy', price: 160_000_000_000 } as const
  assert.deepEqual(await order(desk, { ...bid, quantity: 1_000_000 }), [])
  const stop = { pair: 'BTC_IDR', state: 'cancel_only' }
  for (const other of [kiki, fani]) {
    assert.deepEqual(codeOf(await desk.propose(other, 'market.state', stop)), [
      403,
      'desk.forbidden',
    ])
  }
  assert.equal(statusOf(await desk.propose(riski, 'market.state', stop)), 'applied')
  assert.equal(await order(desk, { ...bid, quantity: 1_000_000 }), 'market.cancel_only')
  const canceled = await desk.submit({ kind: 'cancel_all', accountId: buyer, marketId: 1 })
  assert.equal(canceled.status, 'accepted')
  await tablesFollow(desk.engine, buyer)
  const [first] = (await desk.get(riski, '/desk/markets'))['markets'] as JsonRow[]
  assert.deepEqual([first?.['state'], first?.['open_orders']], ['cancel_only', 0])
  const shown = await desk.get(riski, '/markets/1')
  assert.equal(shown['market_state'], 'cancel_only')

  const open = { pair: 'BTC_IDR', state: 'open' }
  const waiting = await desk.propose(riski, 'market.state', open)
  assert.equal(statusOf(waiting), 'waiting')
  assert.deepEqual(codeOf(await desk.decide(riski, waiting)), [403, 'desk.same_operator'])
  assert.equal(await order(desk, { ...bid, quantity: 1_000_000 }), 'market.cancel_only')
  assert.equal(statusOf(await desk.decide(sari, waiting)), 'applied')
  assert.deepEqual(await order(desk, { ...bid, quantity: 1_000_000 }), [])
  assert.deepEqual(codeOf(await desk.propose(sari, 'market.state', open)), [
    409,
    'market.unchanged',
  ])
})

test('ATT-65: a tick changes only while its market is halted, and a lot never below resting orders', async (t) => {
  const desk = await marketConsole(t, rig)
  const { riski, sari } = desk
  await credit(desk, buyer, 1)
  await credit(desk, seller, 2)
  const bid = { accountId: buyer, marketId: 1, side: 'buy', quantity: 1_500_001 } as const
  assert.deepEqual(await order(desk, { ...bid, price: 160_000_100_000 }), [])
  const coarser = { ...bitcoin, tick: '10000' }
  const early = await desk.preview(riski, 'market.rules', coarser)
  assert.deepEqual([early.body['success'], early.body['code']], [0, 'market.not_halted'])
  await desk.propose(riski, 'market.state', { pair: 'BTC_IDR', state: 'halted' })

  assert.deepEqual(codeOf(await desk.preview(riski, 'market.rules', bitcoin)), [
    409,
    'market.unchanged',
  ])
  const refusals: readonly (readonly [object, number, string])[] = [
    [{ tick: '0.001' }, 400, 'amount.too_precise'],
    [{ tick: '0' }, 200, 'market.bad_rules'],
    [{ reference_price: '1' }, 200, 'market.bad_rules'],
    [{ lot: '0.00000002' }, 409, 'market.orders_off_lot'],
    [{ decimals: 2 }, 400, 'request.malformed'],
    [{ pair: 'BTC_EUR' }, 200, 'market.unknown'],
  ]
  for (const [other, status, code] of refusals) {
    const answer = await desk.preview(riski, 'market.rules', { ...bitcoin, ...other })
    assert.equal(answer.body['code'], code)
    if (status !== 200) assert.equal(answer.status, status)
  }

  const shown = await desk.preview(riski, 'market.rules', coarser)
  const { lines, warnings } = shown.body['data'] as { lines: JsonRow[]; warnings: JsonRow[] }
  assert.deepEqual(lines, [
    {
      text: { en: 'Tick', id: 'Kelipatan harga' },
      before: { en: 'Rp 1.000', id: 'Rp 1.000' },
      after: { en: 'Rp 10.000', id: 'Rp 10.000' },
    },
  ])
  assert.match(String(warnings[0]?.['en']), /^1 open orders are off the new tick\./)
  const waiting = await desk.propose(riski, 'market.rules', coarser)
  assert.equal(statusOf(waiting), 'waiting')
  assert.equal(statusOf(await desk.decide(sari, waiting)), 'applied')
  const opening = await desk.propose(riski, 'market.state', { pair: 'BTC_IDR', state: 'open' })
  await desk.decide(sari, opening)

  // New orders follow the new tick; the resting order keeps its price and is filled at it.
  assert.equal(await order(desk, { ...bid, price: 160_000_100_000 }), 'order.off_tick')
  const filled = await order(desk, {
    accountId: seller,
    marketId: 1,
    side: 'sell',
    price: 159_999_000_000,
    quantity: 1_500_001,
  })
  assert.deepEqual(
    typeof filled === 'string' ? filled : filled.map(({ price, quantity }) => [price, quantity]),
    [[160_000_100_000, 1_500_001]],
  )
})

test('ATT-65: rules that changed between proposal and confirmation cannot be confirmed', async (t) => {
  const desk = await marketConsole(t, rig)
  const { riski, sari } = desk
  await desk.propose(riski, 'market.state', { pair: 'BTC_IDR', state: 'halted' })
  const waiting = await desk.propose(riski, 'market.rules', { ...bitcoin, tick: '10000' })
  const other = await desk.propose(riski, 'market.rules', { ...bitcoin, minimum: '50000' })
  assert.equal(statusOf(await desk.decide(sari, other)), 'applied')
  assert.deepEqual(codeOf(await desk.decide(sari, waiting)), [409, 'desk.change_stale'])
})

test('SRV-47 SRV-48: two operators list a market with the charges of a similar one, and it trades at once', async (t) => {
  const desk = await marketConsole(t, rig)
  const { riski, sari, engine } = desk
  const added = {
    base: 'ETH',
    quote: 'USDT',
    tick: '0.01',
    lot: '0.0001',
    minimum: '1',
    quantity_max: '10000',
    price_min: '1',
    price_max: '1000000',
    reference_price: '3500',
    buy_band_ppm: 1_200_000,
    sell_band_ppm: 800_000,
    open_orders_max: 100,
    charges_from: 'BTC_USDT',
  }
  for (const [other, code] of [
    [{ base: 'DOGE' }, 'currency.unknown'],
    [{ base: 'BTC' }, 'market.already_listed'],
    [{ charges_from: 'BTC_IDR' }, 'market.unlike'],
    [{ base: 'USDT' }, 'market.bad_rules'],
  ] as const) {
    const answer = await desk.preview(riski, 'market.add', { ...added, ...other })
    assert.equal(answer.body['code'], code)
  }
  let notified = 0
  const tell = () => void (notified += 1)
  t.after(announceMarketChanges({ ...desk, announce: tell, clock: Date.now }))
  const before = engine.status().lastSeq
  const waiting = await desk.propose(riski, 'market.add', added)
  assert.equal(statusOf(waiting), 'waiting')
  assert.equal(engine.status().lastSeq, before)
  assert.equal(statusOf(await desk.decide(sari, waiting)), 'applied')

  await until('open pages are notified', () => notified > 0)
  const listed = await ask(desk, 'GET', '/markets')
  const pairs = ((listed.body['data'] as JsonRow)['datas'] as JsonRow[]).map(({ pair }) => pair)
  assert.ok(pairs.includes('ETH_USDT'))
  const shown = await desk.get(riski, '/markets/ETH_USDT')
  assert.equal(shown['market_state'], 'halted')
  const like = await desk.get(riski, '/markets/BTC_USDT')
  assert.deepEqual(shown['charges'], like['charges'])
  assert.deepEqual(await ask(desk, 'GET', '/chart/last-day').then(({ status }) => status), 200)

  await desk.decide(
    sari,
    await desk.propose(riski, 'market.state', { pair: 'ETH_USDT', state: 'open' }),
  )
  await credit(desk, buyer, 5)
  await credit(desk, seller, 3)
  const marketId = Number(shown['id'])
  const about = { marketId, price: 3_500_000_000, quantity: 100_000_000 }
  assert.deepEqual(await order(desk, { ...about, accountId: seller, side: 'sell' }), [])
  const trades = await order(desk, { ...about, accountId: buyer, side: 'buy' })
  assert.equal(typeof trades === 'string' ? trades : trades.length, 1)
  assert.equal((await desk.get(riski, '/markets/ETH_USDT'))['last_price'], '3500.00')
  const history = await ask(desk, 'GET', '/histories/load-first-time?pair=ETH_USDT')
  assert.equal(history.status, 200)
  // A reload without a change is not announced.
  const notifiedBefore = notified
  await desk.listing.reload()
  assert.equal(notified, notifiedBefore)
})

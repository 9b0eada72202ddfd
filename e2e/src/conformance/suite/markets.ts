/** Public market data: markets, currencies, the book and the trades as a visitor loads them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../harness/http.ts'
import { listRows, objectAt, rowsAt, textAt } from '../../harness/http.ts'
import { pair, publicBook, parseUnits, type Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const decimalNumber = /^-?\d+(\.\d+)?$/
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
export const levelsMax = 200

const marketsQuery = { page: 1, rows: 20, sort: 'id', order: 'desc', filter_rules: '[]' }

/** Asserts that a value is a decimal string, or null if it is not known. */
function assertDecimalOrNull(row: JsonObject, key: string): void {
  const value = row[key]
  if (value === null) return
  assert.ok(
    typeof value === 'string' && decimalNumber.test(value),
    `${key}: ${JSON.stringify(value)}`,
  )
}

/** Asserts that a row has the fields of a market (DATA-03). */
export function assertMarket(row: JsonObject): void {
  assert.ok(Number.isInteger(row['id']), JSON.stringify(row))
  assert.match(textAt(row, 'pair'), /^[A-Z0-9]+_[A-Z0-9]+$/)
  assert.equal(textAt(row, 'pair_show'), textAt(row, 'pair').replace('_', '/'))
  const [base, quote] = textAt(row, 'pair').split('_')
  assert.deepEqual(row['simbols'], [base, quote])
  for (const key of [
    'last_price',
    'last_bid',
    'last_ask',
    'change_24h',
    'high_24h',
    'low_24h',
    'vol_24h',
    'ticker_24h_high',
    'ticker_24h_low',
    'price_buy',
    'price_sell',
  ]) {
    assert.ok(key in row, key)
    assertDecimalOrNull(row, key)
  }
  assert.equal(row['ticker_24h_high'], row['high_24h'])
  assert.equal(row['ticker_24h_low'], row['low_24h'])
  // DEC-74: the best prices under both names.
  assert.equal(row['price_buy'], row['last_bid'])
  assert.equal(row['price_sell'], row['last_ask'])
  const currencies = rowsAt(row, 'currencies')
  assert.deepEqual(
    currencies.map((currency) => currency['ccurrency_symbol']),
    [base, quote],
  )
}

/** Asserts that a row has the fields of a currency (DATA-04). */
function assertCurrency(row: JsonObject): void {
  assert.ok(Number.isInteger(row['id']))
  for (const key of [
    'ccurrency_symbol',
    'ccurrency_name',
    'ccurrency_icon_data_url',
    'ccurrency_kind',
  ]) {
    assert.equal(typeof row[key], 'string', key)
  }
  assert.match(textAt(row, 'ccurrency_icon_data_url'), /^data:image\//)
  assert.ok(Number.isInteger(row['decimal_display']))
  for (const key of [
    'wd_config',
    'travel_rules_limit',
    'ccurrency_withdraw_fee',
    'ccurrency_config',
  ]) {
    assert.ok(key in row, key)
  }
  for (const name of ['ccurrency_show', 'ccurrency_deposit_open', 'ccurrency_withdraw_open']) {
    assert.ok(['yes', 'no'].includes(textAt(row, name)), name)
  }
}

function registerMarkets(fixture: () => Fixture): void {
  test('API-23 DATA-03 CONST-19 SRV-48: /markets lists every market with its figures, newest id first', async () => {
    const answer = await fixture().client.call('GET', '/markets', { query: marketsQuery })
    assertFrame(answer, 1)
    const rows = listRows(answer)
    rows.forEach(assertMarket)
    const ids = rows.map((row) => Number(row['id']))
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    )
    assert.deepEqual(
      rows.map((row) => textAt(row, 'pair')).toSorted((a, b) => (a < b ? -1 : 1)),
      ['BNB_IDR', 'BTC_IDR', 'BTC_USDT', 'ETH_IDR', 'USDT_IDR'],
    )
    assert.equal(objectAt(answer.body, 'data')['total'], rows.length)
  })

  test('API-03: /markets pages, sorts and filters', async () => {
    const ask = async (query: Record<string, string | number>) =>
      listRows(
        await fixture().client.call('GET', '/markets', { query: { ...marketsQuery, ...query } }),
      )
    const all = await ask({})
    const second = await ask({ page: 2, rows: 2 })
    assert.deepEqual(
      second.map((row) => row['id']),
      all.slice(2, 4).map((row) => row['id']),
    )
    const rules = JSON.stringify([{ field: 'pair', op: 'equal', value: 'ETH_IDR' }])
    assert.deepEqual(
      (await ask({ filter_rules: rules })).map((row) => row['pair']),
      ['ETH_IDR'],
    )
    const first = await ask({ order: 'asc', rows: 1 })
    assert.equal(first[0]?.['pair'], pair)
  })

  test('API-24 CONST-18 SRV-47: market 1 is BTC_IDR', async () => {
    const answer = await fixture().client.call('GET', '/markets/1')
    assertFrame(answer, 1)
    const market = objectAt(answer.body, 'data')
    assertMarket(market)
    assert.equal(market['id'], 1)
    assert.equal(market['pair'], pair)
  })

  test('R-05 DEC-76: ticker_percent_spread is the taker rate as a fraction', async () => {
    const market = objectAt((await fixture().client.call('GET', '/markets/1')).body, 'data')
    assert.equal(textAt(market, 'ticker_percent_spread'), '0.0020')
  })

  test('API-24 R-14: a market that is not there is answered 404', async () => {
    for (const id of ['999', '0', '-1', 'x', '1e3', '9007199254740993']) {
      assertRefused(await fixture().client.call('GET', `/markets/${id}`), 400, 404)
    }
  })

  test('GEN-01 API-25 DATA-04 SRV-48: /currencies lists the currencies and finds one by its symbol', async () => {
    const ask = (query: Record<string, string | number>) =>
      fixture().client.call('GET', '/currencies', { query: { ...marketsQuery, ...query } })
    const answer = await ask({})
    assertFrame(answer, 1)
    listRows(answer).forEach(assertCurrency)
    const symbols = listRows(answer).map((row) => row['ccurrency_symbol'])
    for (const symbol of ['IDR', 'BTC', 'ETH', 'BNB', 'USDT']) assert.ok(symbols.includes(symbol))
    const rules = JSON.stringify([{ field: 'ccurrency_symbol', op: 'equal', value: 'BTC' }])
    const [only, ...rest] = listRows(await ask({ rows: 1, filter_rules: rules }))
    assert.equal(only?.['ccurrency_symbol'], 'BTC')
    assert.deepEqual(rest, [])
  })
}

function registerDay(fixture: () => Fixture): void {
  test('DEC-74 DEC-72: price_buy is the best bid, price_sell the best ask, in every answer about a market', async () => {
    const { client } = fixture()
    const listed = listRows(await client.call('GET', '/markets', { query: marketsQuery }))
    const one = objectAt((await client.call('GET', '/markets/1')).body, 'data')
    const withBook = await publicBook(fixture())
    const loaded = objectAt(withBook, 'market')
    for (const row of [...listed, one, loaded]) {
      assertMarket(row)
      assert.match(textAt(row, 'price_buy'), decimalNumber)
      assert.ok(parseUnits(textAt(row, 'price_buy'), 8) < parseUnits(textAt(row, 'price_sell'), 8))
    }
    // One answer shows one moment: the prices of the row equal those of the book in the same answer.
    assert.equal(loaded['price_buy'], rowsAt(withBook, 'buys')[0]?.['market_position'])
    assert.equal(loaded['price_sell'], rowsAt(withBook, 'sells')[0]?.['market_position'])
  })

  test('R-15: /chart/last-day gives guests the course of every market, in even steps, in one call', async () => {
    const { client } = fixture()
    const answer = await client.call('GET', '/chart/last-day')
    assertFrame(answer, 1)
    const rows = rowsAt(answer.body, 'data')
    const listed = listRows(await client.call('GET', '/markets', { query: marketsQuery }))
    assert.deepEqual(
      rows.map((row) => row['pair']),
      listed.map((row) => row['pair']),
    )
    const dayMs = 86_400_000
    for (const row of rows) {
      const prices = row['prices']
      assert.ok(Array.isArray(prices))
      assert.ok(prices.length === 25 || prices.length === 0, `${prices.length} prices`)
      for (const price of prices) assert.match(String(price), decimalNumber)
      const [from, to] = [Number(row['from']), Number(row['to'])]
      assert.ok(from <= to && to - from <= dayMs + 60_000, `${from} to ${to}`)
    }
  })
}

function registerPicture(fixture: () => Fixture): void {
  test('API-45 BOOK-07 SRV-58: load-first-time gives buys, sells and the market', async () => {
    const data = await publicBook(fixture())
    const [buys, sells] = [rowsAt(data, 'buys'), rowsAt(data, 'sells')]
    assertMarket(objectAt(data, 'market'))
    assert.ok(buys.length > 0 && sells.length > 0, 'the market is quoted')
    assert.ok(buys.length <= levelsMax && sells.length <= levelsMax)
    const price = (row: JsonObject | undefined) =>
      parseUnits(textAt(row ?? {}, 'market_position'), 2)
    const [bids, asks] = [buys.map(price), sells.map(price)]
    const ascending = (a: bigint, b: bigint) => (a < b ? -1 : 1)
    assert.deepEqual(bids, bids.toSorted(ascending).reverse(), 'buys have the best price first')
    assert.deepEqual(asks, asks.toSorted(ascending), 'sells have the best price first')
    assert.ok(price(buys[0]) < price(sells[0]), 'the book is not crossed')
    assert.equal(new Set(bids).size, bids.length, 'one row a price')
  })

  test('DATA-20 DEC-87 ATT-109: a public level has the order fields and no owner', async () => {
    const data = await publicBook(fixture())
    for (const [side, place] of [
      ['buys', 'Limit Buy'],
      ['sells', 'Limit Sell'],
    ] as const) {
      for (const row of rowsAt(data, side)) {
        assert.equal(row['id'], null)
        assert.equal(row['orang_id'], null)
        assert.equal(row['market_place'], place)
        assert.equal(row['market_pair'], pair)
        assert.match(textAt(row, 'market_position'), decimalNumber)
        assert.match(textAt(row, 'market_amount'), decimalNumber)
        for (const key of [
          'market_result_including_fee',
          'market_status',
          'market_amount_start',
          'matched_count',
          'created_at',
          'updated_at',
        ]) {
          assert.ok(key in row, key)
        }
      }
    }
  })

  test('R-07 FMT-02 FMT-03: amounts have the decimals of their currency', async () => {
    const data = await publicBook(fixture())
    for (const row of rowsAt(data, 'buys'))
      assert.match(textAt(row, 'market_amount'), /^\d+\.\d{2}$/)
    for (const row of rowsAt(data, 'sells'))
      assert.match(textAt(row, 'market_amount'), /^\d+\.\d{8}$/)
  })

  test('API-44 DATA-21 R-20 DEC-138: load-first-time gives the trades, newest first, numbered without gaps', async () => {
    const answer = await fixture().client.call('GET', '/histories/load-first-time', {
      query: { pair },
    })
    assertFrame(answer, 1)
    const rows = historyRows(answer.body)
    assert.ok(rows.length > 0 && rows.length <= 100)
    for (const row of rows) {
      assert.match(textAt(row, 'id'), /^\d+$/)
      assert.match(textAt(row, 'mclose_position'), decimalNumber)
      assert.match(textAt(row, 'mclose_symbol_a'), /^\d+\.\d{8}$/)
      assert.ok(['buyer', 'seller'].includes(textAt(row, 'aggressor')))
      assert.match(textAt(row, 'created_at'), isoTime)
    }
    const numbers = rows.map((row) => Number(row['no']))
    const first = numbers[0] ?? 0
    assert.deepEqual(
      numbers,
      rows.map((_, i) => first - i),
    )
  })

  test('API-44 API-45: an unknown pair is refused', async () => {
    const { client } = fixture()
    for (const path of ['/histories/load-first-time', '/exchange/load-first-time']) {
      for (const bad of ['XXX_IDR', '', "BTC_IDR' or 1=1", '../x']) {
        assertRefused(await client.call('GET', path, { query: { pair: bad } }), 400, 404)
      }
      assertRefused(await client.call('GET', path), 400, 404)
    }
  })

  test('API-38 SRV-57: obooks/emit answers guests, and 404 for a market that is not there', async () => {
    const { client } = fixture()
    assertFrame(await client.call('GET', '/obooks/emit/1'), 1)
    assertRefused(await client.call('GET', '/obooks/emit/999'), 400, 404)
  })
}

/** The rows of a trade history, which is an array under data. */
export function historyRows(body: JsonObject): readonly JsonObject[] {
  return Array.isArray(body['data'])
    ? rowsAt(body, 'data')
    : rowsAt(objectAt(body, 'data'), 'datas')
}

/** Registers the tests of public market data. */
export function registerMarketSuite(fixture: () => Fixture): void {
  registerMarkets(fixture)
  registerDay(fixture)
  registerPicture(fixture)
}

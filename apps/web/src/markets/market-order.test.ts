import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asListed, type Market } from './market.ts'
import { unknownFigures } from './figures-wire.ts'
import {
  filterMarkets,
  isFound,
  nextSort,
  readSort,
  sortKeys,
  sortMarkets,
  sortText,
} from './market-order.ts'

const market = (id: number, pair: string, figures: Partial<Market> = {}): Market => ({
  id,
  pair,
  base: pair.split('_')[0] ?? '',
  quote: pair.split('_')[1] ?? '',
  baseName: pair,
  icon: null,
  ...unknownFigures,
  feeRate: null,
  priceDecimals: 0,
  baseDecimals: 8,
  ...figures,
})

const listed = [
  market(4, 'USDT_IDR', { lastPrice: '16500', changePercent: '-0.10', baseName: 'Tether USD' }),
  market(3, 'ETH_IDR', { lastPrice: '50000000', changePercent: '0.00', baseName: 'Ethereum' }),
  market(2, 'NEW_IDR', { baseName: 'New' }),
  market(1, 'BTC_IDR', { lastPrice: '1650000000', changePercent: '1.24', baseName: 'Bitcoin' }),
]
const none: ReadonlySet<string> = new Set()
const idsOf = (markets: readonly Market[]) => markets.map(({ id }) => id)

test('MKT-02 CONST-18: loaded newest first, markets are listed from the first one on', () => {
  assert.deepEqual(
    asListed(listed).map(({ pair }) => pair),
    ['BTC_IDR', 'NEW_IDR', 'ETH_IDR', 'USDT_IDR'],
  )
})

test('MKT-02: without a chosen order markets have the listed order', () => {
  assert.deepEqual(idsOf(sortMarkets(listed, null, none)), [4, 3, 2, 1])
})

test('HOME-04: figures are sorted as exact numbers, unknown ones last in both directions', () => {
  const by = (text: string) => idsOf(sortMarkets(listed, readSort(text), none))
  assert.deepEqual(by('last-desc'), [1, 3, 4, 2])
  assert.deepEqual(by('last-asc'), [4, 3, 1, 2])
  assert.deepEqual(by('change-desc'), [1, 3, 4, 2])
  assert.deepEqual(by('change-asc'), [4, 3, 1, 2])
  assert.deepEqual(by('pair-asc'), [1, 3, 2, 4])
  assert.deepEqual(by('pair-desc'), [4, 2, 3, 1])
  assert.deepEqual(by('high-desc'), [4, 3, 2, 1])
  const close = [
    market(1, 'A_IDR', { quoteVolume: '9007199254740993.00000001' }),
    market(2, 'B_IDR', { quoteVolume: '9007199254740993.00000002' }),
  ]
  assert.deepEqual(idsOf(sortMarkets(close, readSort('volume-desc'), none)), [2, 1])
})

test('HOME-04: prices and volumes of markets of different currencies are compared in rupiah', () => {
  const mixed = [
    market(5, 'SOL_USDT', { lastPrice: '150', high: '160', low: '140', quoteVolume: '1000000' }),
    market(4, 'DOGE_IDR', {
      lastPrice: '3000',
      high: '3100',
      volume: '9000',
      quoteVolume: '27000000',
    }),
    market(3, 'USDT_IDR', { lastPrice: '16500', high: '16600', volume: '5', quoteVolume: '82500' }),
    market(2, 'XRP_USDC', { lastPrice: '2', volume: '1', quoteVolume: '2' }),
  ]
  const by = (text: string) => idsOf(sortMarkets(mixed, readSort(text), none))
  assert.deepEqual(by('last-desc'), [5, 3, 4, 2], 'nobody knows what a USDC is worth')
  assert.deepEqual(by('last-asc'), [4, 3, 5, 2])
  assert.deepEqual(by('high-desc'), [5, 3, 4, 2])
  assert.deepEqual(by('volume-desc'), [5, 4, 3, 2])
  assert.deepEqual(by('volume-asc'), [3, 4, 5, 2])
})

test('HOME-04: favorites are first in every order, and are sorted too', () => {
  const favorites = new Set(['NEW_IDR', 'ETH_IDR'])
  assert.deepEqual(idsOf(sortMarkets(listed, null, favorites)), [3, 2, 4, 1])
  assert.deepEqual(idsOf(sortMarkets(listed, readSort('pair-desc'), favorites)), [2, 3, 4, 1])
})

test('a column head cycles through its order, the opposite and the listed order', () => {
  assert.equal(nextSort({ key: 'low', direction: 'asc' }, 'pair')?.key, 'pair')
  for (const key of sortKeys) {
    const first = nextSort(null, key)
    assert.equal(first?.direction, key === 'pair' ? 'asc' : 'desc')
    const second = nextSort(first, key)
    assert.equal(second?.direction, key === 'pair' ? 'desc' : 'asc')
    assert.equal(nextSort(second, key), null)
  }
})

test('a stored sort order and one in an address are read; other texts are ignored', () => {
  for (const key of sortKeys) {
    for (const direction of ['asc', 'desc'] as const) {
      assert.deepEqual(readSort(sortText({ key, direction })), { key, direction })
    }
  }
  for (const bad of ['', 'pair', 'pair-up', '-asc', 'toString-asc', 'pair-asc-asc', null, 7, {}]) {
    assert.equal(readSort(bad), null)
  }
  assert.equal(sortText(null), '')
})

test('markets are found by pair and name in any spelling', () => {
  const [tether, , , bitcoin] = listed
  assert.ok(tether !== undefined && bitcoin !== undefined)
  for (const query of ['', ' ', 'btc', 'BTC/IDR', 'btc_idr', 'btcidr', 'btc idr', 'bitc', 'COIN']) {
    assert.ok(isFound(bitcoin, query), query)
  }
  assert.ok(isFound(tether, 'tether usd'))
  for (const query of ['eth/', 'idr btc', 'x', '.*']) assert.ok(!isFound(bitcoin, query), query)
})

test('the filter shows favorites only, and of them those that match the search', () => {
  const favorites = new Set(['BTC_IDR', 'ETH_IDR'])
  const filter = (query: string, isFavoritesOnly: boolean) =>
    idsOf(filterMarkets(listed, { query, isFavoritesOnly, favorites }))
  assert.deepEqual(filter('', false), [4, 3, 2, 1])
  assert.deepEqual(filter('', true), [3, 1])
  assert.deepEqual(filter('bit', true), [1])
  assert.deepEqual(filter('tether', true), [])
})

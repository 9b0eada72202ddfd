import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildAddress, parseCount, parseParams, plainPath, readSearch } from './address.ts'

test('a route has an address with encoded parameters and query', () => {
  assert.equal(buildAddress({ to: '/markets' }), '/markets')
  assert.equal(
    buildAddress({ to: '/markets/$marketId/$pair', params: { marketId: '1', pair: 'A/B' } }),
    '/markets/1/A%2FB',
  )
  assert.equal(
    buildAddress({ to: '/settings/tax', search: { year: 2026, month: undefined } }),
    '/settings/tax?year=2026',
  )
  assert.equal(buildAddress({ to: '/', hash: 'verify' }), '/#verify')
})

test('a query is read back unchanged, also digits', () => {
  const search = { token: 'a b+c&d', code: '007', digits: '12345678901234567890', empty: '' }
  const address = buildAddress({ to: '/settings/tax', search })
  assert.deepEqual(readSearch(address.slice(address.indexOf('?'))), search)
})

test('a count is a whole number of at least the minimum without leading zeros', () => {
  assert.equal(parseCount('2', 1), 2)
  assert.equal(parseCount('0', 0), 0)
  for (const text of ['0', '-1', '1.5', '01', '1e3', '', '9999999999999999', undefined]) {
    assert.equal(parseCount(text, 1), undefined, text)
  }
})

test('a path is read in any case and with a trailing slash', () => {
  const path = '/markets/$marketId/$pair'
  assert.deepEqual(parseParams(path, '/Markets/1/BTC_IDR/'), { marketId: '1', pair: 'BTC_IDR' })
  assert.deepEqual(parseParams(path, '/markets/1/A%2FB'), { marketId: '1', pair: 'A/B' })
  assert.equal(parseParams(path, '/markets/1/%E0%A4'), null, 'what cannot be read is no page')
  assert.deepEqual(parseParams('/', '/'), {})
  for (const other of ['/markets', '/markets/1', '/markets//BTC_IDR', '/market/1/BTC_IDR', '/']) {
    assert.equal(parseParams(path, other), null, other)
  }
  assert.equal(plainPath('/markets//'), '/markets')
  assert.equal(plainPath('/'), '/')
  assert.equal(plainPath('//markets/'), '/markets', 'two slashes would name a host')
  assert.equal(plainPath('///'), '/')
})

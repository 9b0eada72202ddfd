import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, countOf, paramsOf, plainPath, readSearch } from './address.ts'

test('a place has an address, its parameters and search encoded', () => {
  assert.equal(addressOf({ to: '/markets' }), '/markets')
  assert.equal(
    addressOf({ to: '/markets/$marketId/$pair', params: { marketId: '1', pair: 'A/B' } }),
    '/markets/1/A%2FB',
  )
  assert.equal(
    addressOf({ to: '/settings/tax', search: { year: 2026, month: undefined } }),
    '/settings/tax?year=2026',
  )
  assert.equal(addressOf({ to: '/', hash: 'verify' }), '/#verify')
})

test('a search comes back as it was given, a secret of digits too', () => {
  const search = { token: 'a b+c&d', code: '007', digits: '12345678901234567890', empty: '' }
  const address = addressOf({ to: '/settings/tax', search })
  assert.deepEqual(readSearch(address.slice(address.indexOf('?'))), search)
})

test('a count is a whole number, plainly written and not too small', () => {
  assert.equal(countOf('2', 1), 2)
  assert.equal(countOf('0', 0), 0)
  for (const text of ['0', '-1', '1.5', '01', '1e3', '', '9999999999999999', undefined]) {
    assert.equal(countOf(text, 1), undefined, text)
  }
})

test('a path is read in any case of letters and with a slash at its end', () => {
  const path = '/markets/$marketId/$pair'
  assert.deepEqual(paramsOf(path, '/Markets/1/BTC_IDR/'), { marketId: '1', pair: 'BTC_IDR' })
  assert.deepEqual(paramsOf(path, '/markets/1/A%2FB'), { marketId: '1', pair: 'A/B' })
  assert.equal(paramsOf(path, '/markets/1/%E0%A4'), null, 'what cannot be read is no page')
  assert.deepEqual(paramsOf('/', '/'), {})
  for (const other of ['/markets', '/markets/1', '/markets//BTC_IDR', '/market/1/BTC_IDR', '/']) {
    assert.equal(paramsOf(path, other), null, other)
  }
  assert.equal(plainPath('/markets//'), '/markets')
  assert.equal(plainPath('/'), '/')
  assert.equal(plainPath('//markets/'), '/markets', 'two slashes would name a host')
  assert.equal(plainPath('///'), '/')
})

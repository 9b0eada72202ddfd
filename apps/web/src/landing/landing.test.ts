/** The landing page of guests: addresses of links, and texts as contents of their elements. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildAddress } from '../router/address.ts'
import { findContent } from './content.ts'

test('GEN-12: a link of the landing page leads to the address of the app’s page', () => {
  assert.equal(buildAddress({ to: '/markets' }), '/markets')
  const params = { marketId: '1', pair: 'BTC_IDR' }
  assert.equal(buildAddress({ to: '/markets/$marketId/$pair', params }), '/markets/1/BTC_IDR')
  assert.equal(
    buildAddress({ to: '/markets/$marketId/$pair', params: { marketId: '1', pair: 'A/B?' } }),
    '/markets/1/A%2FB%3F',
  )
})

test('a text that is an only child becomes the element’s content, except in SVG', () => {
  assert.equal(findContent('p', 'word'), 'word')
  assert.equal(findContent('dd', 0), '0')
  assert.equal(findContent('p', ['word', 'more']), null)
  assert.equal(findContent('text', 'word'), null)
  assert.equal(
    findContent(() => null, 'word'),
    null,
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDetour } from './guard-rule.ts'

const pages = ['/', '/markets', '/markets/1/BTC_IDR', '/auth/login', '/no-such-page']

test('GUARD-04: during maintenance every page redirects to /maintenance, which stays', () => {
  for (const page of pages) assert.equal(findDetour('maintenance', page), '/maintenance', page)
  assert.equal(findDetour('maintenance', '/maintenance'), null)
})

test('GUARD-05 MAINT-03: without maintenance /maintenance redirects home, and other pages are shown', () => {
  assert.equal(findDetour('open', '/maintenance'), '/')
  for (const page of pages) assert.equal(findDetour('open', page), null, page)
})

test('GUARD-06: after any other failure every navigation proceeds, also to /maintenance', () => {
  for (const page of [...pages, '/maintenance'])
    assert.equal(findDetour('unknown', page), null, page)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityQueues } from '@tukar/wire'
import { pathOf, placeOf, placeOfQueue, queuesOf } from './place.ts'

test('DEC-129: every place of the console has an address that leads back to it', () => {
  const cases = (['deposits', 'withdrawals'] as const).flatMap((part) =>
    queuesOf[part].flatMap((queue) =>
      [null, 7].map((id) => ({ page: 'cases' as const, part, queue, id })),
    ),
  )
  const identities = identityQueues.flatMap((queue) =>
    [null, 7].map((id) => ({ page: 'identity' as const, queue, id })),
  )
  const places = [
    { page: 'overview' as const },
    { page: 'audit' as const },
    { page: 'operators' as const },
    { page: 'own' as const, name: 'changes', rest: [] },
    { page: 'own' as const, name: 'markets', rest: ['6', 'fees'] },
    ...cases,
    ...identities,
  ]
  for (const place of places) assert.deepEqual(placeOf(pathOf(place)), place)
  assert.equal(new Set(places.map(pathOf)).size, places.length)
})

test('DEC-129: an address that is none shows the overview, or the queue that is meant', () => {
  for (const path of [
    '/',
    '/executor/',
    '/executor/Users',
    '/executor/users/<b>',
    '/other/deposits/proof',
  ]) {
    assert.deepEqual(placeOf(path), { page: 'overview' }, path)
  }
  const first = { page: 'cases', part: 'deposits', queue: 'proof', id: null }
  for (const rest of ['', '/lost', '/lost/7', '/proof/0', '/proof/7x', '/proof/-1']) {
    assert.deepEqual(placeOf(`/executor/deposits${rest}`), first, rest)
  }
  const review = { page: 'identity', queue: 'review', id: null }
  for (const rest of ['', '/lost', '/lost/7', '/review/0', '/review/7x', '/review/-1']) {
    assert.deepEqual(placeOf(`/executor/identity${rest}`), review, rest)
  }
})

test('DEC-129: the overview names queues that have places, and others', () => {
  const place = { page: 'cases', part: 'withdrawals', queue: 'unknown', id: null }
  assert.deepEqual(placeOfQueue('withdrawals.unknown'), place)
  const review = { page: 'identity', queue: 'review', id: null }
  assert.deepEqual(placeOfQueue('identity.review'), review)
  for (const name of ['', 'withdrawals', 'withdrawals.lost', 'identity.new']) {
    assert.equal(placeOfQueue(name), null, name)
  }
})

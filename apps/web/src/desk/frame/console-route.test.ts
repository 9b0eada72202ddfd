import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityQueues } from '@tukar/wire'
import { toPath, parsePath, findQueueRoute, queuesOf } from './console-route.ts'

test('DEC-129: every route of the console has a path that parses to the same route', () => {
  const cases = (['deposits', 'withdrawals'] as const).flatMap((part) =>
    queuesOf[part].flatMap((queue) =>
      [null, 7].map((id) => ({ page: 'cases' as const, part, queue, id })),
    ),
  )
  const identities = identityQueues.flatMap((queue) =>
    [null, 7].map((id) => ({ page: 'identity' as const, queue, id })),
  )
  const routes = [
    { page: 'overview' as const },
    { page: 'audit' as const },
    { page: 'operators' as const },
    { page: 'own' as const, name: 'changes', rest: [] },
    { page: 'own' as const, name: 'markets', rest: ['6', 'fees'] },
    ...cases,
    ...identities,
  ]
  for (const route of routes) assert.deepEqual(parsePath(toPath(route)), route)
  assert.equal(new Set(routes.map(toPath)).size, routes.length)
})

test('DEC-129: a section without a queue shows its first one, and a trailing slash changes nothing', () => {
  const first = { page: 'cases', part: 'deposits', queue: 'proof', id: null }
  const review = { page: 'identity', queue: 'review', id: null }
  const held = { page: 'chain_cases', part: 'chain-deposits', queue: 'held', id: null }
  for (const slash of ['', '/']) {
    assert.deepEqual(parsePath(`/executor${slash}`), { page: 'overview' })
    assert.deepEqual(parsePath(`/executor/deposits${slash}`), first)
    assert.deepEqual(parsePath(`/executor/identity${slash}`), review)
    assert.deepEqual(parsePath(`/executor/chain-deposits${slash}`), held)
    assert.deepEqual(parsePath(`/executor/audit${slash}`), { page: 'audit' })
  }
})

test('DEC-05: an unknown path of the console shows the not-found page', () => {
  const cases = ['lost', 'lost/7', 'proof/0', 'proof/7x', 'proof/-1', 'proof/7/8']
  const paths = [
    '/',
    '/executor/Users',
    '/executor/users/<b>',
    '/executor//audit',
    '/executor/audit/7',
    '/other/deposits/proof',
    ...cases.map((rest) => `/executor/deposits/${rest}`),
    ...cases.map((rest) => `/executor/identity/${rest.replace('proof', 'review')}`),
    ...cases.map((rest) => `/executor/chain-deposits/${rest.replace('proof', 'held')}`),
  ]
  for (const path of paths) assert.deepEqual(parsePath(path), { page: 'nowhere', path }, path)
})

test('DEC-129: queue names of the overview have routes, or none', () => {
  const route = { page: 'cases', part: 'withdrawals', queue: 'unknown', id: null }
  assert.deepEqual(findQueueRoute('withdrawals.unknown'), route)
  const review = { page: 'identity', queue: 'review', id: null }
  assert.deepEqual(findQueueRoute('identity.review'), review)
  for (const name of ['', 'withdrawals', 'withdrawals.lost', 'identity.new']) {
    assert.equal(findQueueRoute(name), null, name)
  }
})

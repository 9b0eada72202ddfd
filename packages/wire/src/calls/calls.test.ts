import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Call, hostNames } from './call.ts'
import { calls } from './index.ts'

const all: readonly Call[] = Object.values(calls)

/** Whether two routes can match the same address; a segment with a colon matches anything. */
function canBeOne(one: Call, other: Call): boolean {
  const [own, theirs] = [one.path.split('/'), other.path.split('/')]
  if (one.method !== other.method || own.length !== theirs.length) return false
  return own.every((part, at) => {
    const second = theirs[at] ?? ''
    return part === second || part.startsWith(':') || second.startsWith(':')
  })
}

test('DEC-134: no two calls share an address, so one origin can serve all hosts', () => {
  const shared = all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => canBeOne(one, other))
      .map((other) => `${one.method} ${one.path} and ${other.path}`),
  )
  assert.deepEqual(shared, [])
})

test('DEC-134: /exchange and /users are on two hosts', () => {
  const hostsOf = (beginning: string) =>
    new Set(all.filter(({ path }) => path.startsWith(beginning)).map(({ host }) => host))
  assert.deepEqual(hostsOf('/exchange/'), new Set(['api', 'sync']))
  assert.deepEqual(hostsOf('/users/'), new Set(['api', 'sync']))
})

test('API-68: personal details are sent to the sync host, with a session', () => {
  const { method, path, host, access } = calls.updateDetails
  assert.deepEqual([method, path, host, access], ['POST', '/users/data-update', 'sync', 'session'])
})

test('API-04 DEC-43: calls have seven hosts, without the older group of identity checks', () => {
  assert.equal(hostNames.length, 7)
  for (const { path, host } of all) assert.ok(hostNames.includes(host), path)
})

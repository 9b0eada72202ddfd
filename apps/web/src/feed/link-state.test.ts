import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTrusted, type LinkFacts, computeLinkState } from './link-state.ts'

const well: LinkFacts = {
  isOnline: true,
  isConnected: true,
  wasLive: true,
  isVerified: true,
  brokenSinceMs: null,
  lastHeardMs: 10_000,
  lastAnswerMs: 0,
  isMaintenance: false,
  isReloading: false,
}

const cases: readonly (readonly [string, Partial<LinkFacts>, number, string])[] = [
  ['just heard', {}, 10_200, 'live'],
  ['1.6 s old', {}, 11_600, 'slow'],
  ['3.1 s old', {}, 13_100, 'stale'],
  ['being repaired', { isVerified: false, brokenSinceMs: 10_000 }, 10_400, 'resync'],
  ['repair takes too long', { isVerified: false, brokenSinceMs: 8_000 }, 10_400, 'stale'],
  ['line just lost', { isConnected: false, brokenSinceMs: 10_000 }, 10_500, 'resync'],
  ['line lost for 4 s', { isConnected: false, brokenSinceMs: 10_000 }, 14_000, 'offline'],
  [
    'line lost, calls answered',
    { isConnected: false, brokenSinceMs: 10_000, lastAnswerMs: 12_000 },
    14_000,
    'stale',
  ],
  ['no network', { isOnline: false }, 10_100, 'offline'],
  ['engine reloads', { isReloading: true }, 10_100, 'reloading'],
  [
    'maintenance',
    { isMaintenance: true, isConnected: false, brokenSinceMs: 0 },
    99_000,
    'maintenance',
  ],
  [
    'first second',
    { wasLive: false, isConnected: false, isVerified: false, brokenSinceMs: 9_900 },
    10_100,
    'connecting',
  ],
  [
    'never came',
    { wasLive: false, isConnected: false, isVerified: false, brokenSinceMs: 0 },
    10_100,
    'offline',
  ],
]

for (const [name, change, nowMs, state] of cases) {
  test(`the line is ${state}: ${name}`, () => {
    assert.equal(computeLinkState({ ...well, ...change }, nowMs), state)
  })
}

test('only live and slow figures need no confirmation', () => {
  assert.deepEqual(
    (
      [
        'connecting',
        'live',
        'slow',
        'stale',
        'resync',
        'reloading',
        'offline',
        'maintenance',
      ] as const
    ).filter(isTrusted),
    ['live', 'slow'],
  )
})

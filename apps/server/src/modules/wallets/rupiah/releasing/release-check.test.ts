import assert from 'node:assert/strict'
import { test } from 'node:test'
import { absent, denied, failed, found, succeeded, unknown } from '../testing/withdrawal-lines.ts'
import {
  checkRelease,
  type ReleaseCheck,
  type ReleaseFacts,
  settlingMs,
  silentMs,
} from './release-check.ts'

const never = { count: 0, lastMs: null, agoMs: null }
// The time by another clock is ignored.
const before = { count: 1, lastMs: Number.MAX_SAFE_INTEGER, agoMs: settlingMs }
const justNow = { count: 1, lastMs: 0, agoMs: settlingMs - 1 }
const longAgo = { count: 1, lastMs: 0, agoMs: silentMs }
const usual: ReleaseFacts = {
  sendings: before,
  isRequested: true,
  isRefusedHere: false,
  payout: absent,
}

const table: readonly [string, Partial<ReleaseFacts>, ReleaseCheck][] = [
  [
    'never sent: nobody needs to be asked',
    { sendings: never, isRequested: false, payout: unknown },
    'free',
  ],
  ['the gateway has none of it, long after', {}, 'free'],
  ['and right after it may still begin', { sendings: justNow }, 'later'],
  ['unless it refused it', { sendings: justNow, isRefusedHere: true }, 'free'],
  [
    'but not what was sent before that',
    { sendings: { ...justNow, count: 2 }, isRefusedHere: true },
    'later',
  ],
  ['it is under way', { payout: found() }, 'sent'],
  ['it is paid', { payout: succeeded }, 'sent'],
  ['it failed there', { payout: failed }, 'free'],
  ['the gateway says nothing', { payout: unknown }, 'later'],
  ['or refuses the question', { payout: denied('x') }, 'later'],
  ['and says nothing for long', { sendings: longAgo, payout: unknown }, 'silent'],
  ['or refuses it for long', { sendings: longAgo, payout: denied('x') }, 'silent'],
  ['the reference is not the one that was sent', { isRequested: false }, 'forged'],
]

test('INV-13 ATT-97: a hold is released only if nothing was sent or the gateway rules the payout out', () => {
  for (const [what, facts, expected] of table) {
    assert.equal(checkRelease({ ...usual, ...facts }), expected, what)
  }
})

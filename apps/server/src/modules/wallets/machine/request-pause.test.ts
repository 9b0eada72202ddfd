/** The pause that applies to a withdrawal, of several possible ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccountPause, noPause, withCurrentPause, computePause } from './request-pause.ts'

const nowMs = 1_700_000_000_000
const connection = { query: async () => ({ rows: [{ nowMs }], rowCount: 1 }) } as never
const limits = { newDeviceSeconds: 60, newReceiverSeconds: 100 }
const calm = { hold: null, deviceSinceMs: null, isKnownReceiver: true } as const

test('M-1: the longest pause of a request is stored with it', async () => {
  const of = (own: object) => computePause(connection, { ...calm, ...own }, limits)
  const hold = { untilMs: nowMs + 150_000, cause: 'bank_changed' } as const
  const both = { deviceSinceMs: nowMs - 10_000, isKnownReceiver: false }
  assert.deepEqual(await of({}), noPause)
  assert.deepEqual(await of({ deviceSinceMs: nowMs - 60_000 }), noPause)
  const until = (ms: number, notBeforeCause: string) => ({
    notBeforeMs: nowMs + ms,
    notBeforeCause,
  })
  assert.deepEqual(await of({ deviceSinceMs: nowMs - 10_000 }), until(50_000, 'new_device'))
  assert.deepEqual(await of(both), until(100_000, 'new_receiver'))
  assert.deepEqual(await of({ ...both, hold }), until(150_000, 'security_hold'))
})

test('M-1: the stored pause stays when its reason is gone, and a later security hold extends it', () => {
  const own = { notBeforeMs: nowMs + 1_000, notBeforeCause: 'new_receiver' } as const
  const row = { ...own, isEarly: true, frozenUntilMs: null, frozenCause: null }
  const of = (changed: object, untilMs: number | null) => {
    const hold = untilMs === null ? null : ({ untilMs, cause: 'password_changed' } as const)
    const { frozenUntilMs, frozenCause } = withCurrentPause({ ...row, ...changed }, hold, nowMs)
    return [frozenUntilMs === null ? null : frozenUntilMs - nowMs, frozenCause]
  }
  assert.deepEqual(of({}, null), [1_000, 'new_receiver'])
  assert.deepEqual(of({}, nowMs + 500), [1_000, 'new_receiver'])
  assert.deepEqual(of({}, nowMs + 5_000), [5_000, 'security_hold'])
  assert.deepEqual(of({ isEarly: false }, null), [null, null])
  // Over by our clock alone; the database's clock decides.
  assert.deepEqual(of({ notBeforeMs: nowMs - 1 }, null), [10_000, 'new_receiver'])
})

test('M-1: a new device is shown the end of its pause before a request', () => {
  const sinceMs = Date.now() - 1_000
  assert.equal(findAccountPause(null, sinceMs, limits)?.cause, 'new_device')
  assert.equal(findAccountPause(null, sinceMs - 60_000, limits), null)
  const hold = { untilMs: Date.now() + 1_000_000, cause: 'factor_changed' } as const
  assert.equal(findAccountPause(hold, sinceMs, limits), hold)
})

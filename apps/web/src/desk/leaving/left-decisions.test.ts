import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  caseOf,
  createLeft,
  endOf,
  isOver,
  type LeftDecision,
  maySendAgain,
  readLeft,
} from './left-decisions.ts'

const decision: LeftDecision = {
  userId: 7,
  title: 'Reject withdrawal 9',
  path: 'withdrawals/9/decide',
  body: { decision: 'reject', reason: 'other name' },
  atMs: 1_000,
}

function storage() {
  const kept = new Map<string, string>()
  const calls = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
  return () => calls
}

test('a decision that was sent while leaving is kept for its operator until its end is known', () => {
  const device = storage()
  createLeft(device).keep(decision)
  createLeft(device).keep({ ...decision, atMs: 2_000, path: 'identity/8/decide' })
  // The next visit, and somebody else's on the same device.
  const next = createLeft(device)
  assert.deepEqual(next.of(7)[0], decision)
  assert.deepEqual(next.of(8), [])
  next.forget(decision)
  assert.deepEqual(
    next.of(7).map(({ path }) => path),
    ['identity/8/decide'],
  )
})

test('a device that keeps nothing, or something else, has none', () => {
  const broken = createLeft(() => {
    throw new Error('blocked')
  })
  broken.keep(decision)
  assert.deepEqual(broken.of(7), [])
  const foreign = [
    '',
    'x',
    '{}',
    '[1,null]',
    '[{"userId":7,"atMs":1,"path":"../users/data-update"}]',
  ]
  for (const text of foreign) assert.deepEqual(readLeft(text), [], text)
})

test('only what the exchange refuses once it is over is sent again, and not late', () => {
  assert.equal(maySendAgain(decision, decision.atMs + 60_000), true)
  assert.equal(maySendAgain(decision, decision.atMs + 3_600_000), false)
  for (const path of ['bank-account/7', 'chains']) {
    assert.equal(maySendAgain({ ...decision, path }, decision.atMs), false, path)
  }
})

test('a case that takes the decision no more is not asked again', () => {
  assert.equal(caseOf(decision), 'withdrawals/9')
  assert.equal(caseOf({ ...decision, path: 'operators/proposals/3/decide' }), null)
  const over = (can: unknown) => isOver(decision, { data: { can } })
  assert.deepEqual([over(['approve', 'reject']), over(['ask']), over([])], [false, true, true])
  assert.equal(over(undefined), false, 'what does not say is asked')
})

test('what came of it is told as done, as over, or as not done; without an answer it is kept', () => {
  const failed = (kind: string, code = '') => endOf({ ok: false, kind, code })
  assert.equal(endOf({ ok: true }), 'done')
  assert.equal(failed('refused', 'desk.already_decided'), 'over')
  assert.equal(failed('refused', 'desk.same_operator'), 'over')
  assert.equal(failed('refused', 'desk.passkey_needed'), 'failed')
  assert.equal(failed('role', 'desk.forbidden'), 'failed')
  for (const kind of ['network', 'busy', 'broken', 'maintenance', 'rate', 'session']) {
    assert.equal(failed(kind), null, kind)
  }
})

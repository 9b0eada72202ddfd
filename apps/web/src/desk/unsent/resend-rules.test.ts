import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCasePath, toOutcome, isAlreadyDecided, maySendAgain } from './resend-rules.ts'
import type { SentDecision } from './decision-store.ts'

const sent = { path: 'withdrawals/9/decide', body: { decision: 'reject', reason: 'other name' } }
const decision: SentDecision = {
  userId: 7,
  title: 'Reject withdrawal 9',
  place: '/executor/withdrawals/waiting/9',
  atMs: 1_000,
  sent,
}

test('only decisions that are refused when repeated are sent again, and not late', () => {
  assert.equal(maySendAgain(decision, decision.atMs + 60_000), true)
  assert.equal(maySendAgain(decision, decision.atMs + 3_600_000), false)
  for (const path of ['bank-account/7', 'chains']) {
    assert.equal(maySendAgain({ ...decision, sent: { ...sent, path } }, decision.atMs), false, path)
  }
})

test('a decision is not sent again if the case no longer accepts it', () => {
  assert.equal(findCasePath(sent), 'withdrawals/9')
  assert.equal(findCasePath({ ...sent, path: 'operators/proposals/3/decide' }), null)
  const over = (can: unknown) => isAlreadyDecided(sent, { data: { can } })
  assert.deepEqual([over(['approve', 'reject']), over(['ask']), over([])], [false, true, true])
  assert.equal(over(undefined), false, 'what does not say is asked')
})

test('the outcome is done, over or failed; without an answer the decision stays stored', () => {
  const failed = (kind: string, code = '') => toOutcome({ ok: false, kind, code })
  assert.equal(toOutcome({ ok: true }), 'done')
  assert.equal(failed('refused', 'desk.already_decided'), 'over')
  assert.equal(failed('refused', 'desk.same_operator'), 'over')
  assert.equal(failed('refused', 'desk.passkey_needed'), 'failed')
  assert.equal(failed('role', 'desk.forbidden'), 'failed')
  for (const kind of ['network', 'busy', 'broken', 'maintenance', 'rate', 'session']) {
    assert.equal(failed(kind), null, kind)
  }
})

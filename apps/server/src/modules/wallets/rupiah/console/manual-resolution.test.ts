/** Manual resolution of payouts as paid or failed, as pure decisions for every answer of the gateway. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Answer, Payout } from '../../../../adapters/bank-gateway/index.ts'
import type { EngineStep } from '../../machine/engine-steps.ts'
import { withdrawalDecisions } from './console-decisions.ts'
import { done as answer, nowMs, payout as asSent, sendingWithdrawal } from '../testing/rows.ts'
import { decideWithdrawal } from '../withdrawals/withdrawal.ts'
import {
  nothingKnown,
  type Withdrawal,
  type WithdrawalFacts,
} from '../withdrawals/withdrawal-row.ts'

const sent: Withdrawal = {
  ...sendingWithdrawal,
  state: 'sent',
  alarm: 'payout_differs',
  attempts: 3,
  sentAtMs: nowMs - 600_000,
  payoutId: 'p',
  createdMs: nowMs - 700_000,
  updatedMs: nowMs - 600_000,
}

const differing: Payout = { ...asSent, amount: 994_501, state: 'succeeded' }

const done = (payout: Partial<Payout>): Answer<Payout> => answer({ ...differing, ...payout })
const absent = { status: 'absent' } as const

function decided(
  row: Partial<Withdrawal>,
  payout: Answer<Payout>,
  facts: Partial<WithdrawalFacts> = {},
) {
  return decideWithdrawal({ ...sent, ...row }, { ...nothingKnown, ...facts, payout }, nowMs)
}

test('INV-13: resolved as failed, the money is given back only if the gateway has no payout or reports a failure', () => {
  const row = { decision: 'fail' } as const
  for (const payout of [absent, done({ state: 'failed' }), done({ state: 'reversed' })]) {
    assert.deepEqual(decided(row, payout), { kind: 'act', act: 'release' })
  }
  for (const payout of [
    done({}),
    done({ state: 'accepted' }),
    done({ state: 'failed', reference: 'another' }),
  ]) {
    assert.deepEqual(decided(row, payout), { kind: 'act', act: 'drop_decision' })
    const then = decided(row, payout, { isDropped: true })
    assert.ok(then.kind === 'wait' && then.alarm === 'payout_differs')
  }
  // An unknown answer is requested again; the decision stays.
  const later = decided(row, { status: 'unknown', reason: '' })
  assert.deepEqual([later.kind, later.kind === 'wait' && later.alarm], ['wait', 'payout_differs'])
  // A recently sent payout may still start.
  assert.equal(decided({ ...row, sentAtMs: nowMs - 60_000 }, absent).kind, 'wait')
})

test('INV-13: resolved as paid, it is settled only if the gateway does not report it failed or under way', () => {
  const row = { decision: 'pay' } as const
  for (const payout of [absent, done({})]) {
    assert.deepEqual(decided(row, payout), { kind: 'act', act: 'note_arrival' })
  }
  for (const state of ['accepted', 'failed', 'reversed'] as const) {
    assert.deepEqual(decided(row, done({ state })), { kind: 'act', act: 'drop_decision' }, state)
  }
  const unknown = decided({ ...row, state: 'unknown' }, done({}))
  assert.deepEqual([unknown.kind, unknown.kind === 'move' && unknown.to], ['move', 'sent'])
  const booked = { status: 'done', events: [] } as const
  const whole = { settled: booked, feeSettled: booked }
  // A started settlement is completed, whatever the gateway says then.
  for (const payout of [absent, done({ state: 'failed' })]) {
    const end = decided({ ...row, cause: 'arrived' }, payout, whole)
    assert.ok(end.kind === 'move' && end.to === 'completed')
    assert.deepEqual([end.changes['is_taken_paid'], end.changes['decision']], [true, null])
  }
})

test('INV-13: a matching answer of the gateway needs no decision', () => {
  const ours = { amount: 994_500 }
  const paid = decided({ decision: 'fail' }, done(ours))
  assert.deepEqual(paid, { kind: 'act', act: 'note_arrival' })
  const failed = decided({ decision: 'pay' }, done({ ...ours, state: 'failed' }))
  assert.deepEqual(failed, { kind: 'act', act: 'release' })
})

test('INV-13 FLT-35: a payout resolved as paid that the gateway reports as failed is given back only by a decision', () => {
  const row = { state: 'completed', alarm: null, isTakenPaid: true, cause: null } as const
  const doubt = decided(row, done({ state: 'failed' }))
  assert.ok(doubt.kind === 'wait' && doubt.alarm === 'paid_in_doubt')
  const back = decided({ ...row, decision: 'fail' }, done({ state: 'failed' }))
  assert.deepEqual(back, { kind: 'act', act: 'give_back' })
  const kept = decided({ ...row, decision: 'fail' }, done({}))
  assert.deepEqual(kept, { kind: 'act', act: 'drop_decision' })
  // A payout that succeeded at the gateway and is reversed later needs no operator.
  const ordinary = decided({ ...row, isTakenPaid: false }, done({ state: 'reversed' }))
  assert.deepEqual(ordinary, { kind: 'act', act: 'give_back' })
})

test('INV-13: a payout resolved as failed because the gateway did not have it is still polled', () => {
  const row = { state: 'failed', failureCode: 'not_found', alarm: null } as const
  const found = decided(row, done({ amount: 994_500 }))
  assert.ok(found.kind === 'wait' && found.alarm === 'paid_after_failed' && found.delay !== null)
  const refused = decided({ ...row, failureCode: 'invalid_destination' }, absent)
  assert.ok(refused.kind === 'wait' && refused.delay === null)
})

test('ATT-94 INV-22: the possible decisions follow from state and alarm', () => {
  const of = (row: Partial<Withdrawal>) => withdrawalDecisions({ ...sent, ...row }).join()
  assert.equal(of({}), 'ask,take_failed,take_paid')
  assert.equal(of({ alarm: 'payout_absent' }), 'ask,take_failed,take_paid')
  assert.equal(of({ cause: 'arrived' }), 'ask,take_paid')
  assert.equal(of({ alarm: null }), '')
  assert.equal(of({ alarm: 'gateway_refuses' }), 'ask')
  assert.equal(of({ state: 'unknown', alarm: null }), 'ask')
  // A payout that cannot be sent again because its owner's account is held would wait forever.
  for (const hold of ['account_suspended', 'account_held'] as const) {
    assert.equal(of({ state: 'unknown', alarm: hold }), 'ask,take_failed,take_paid')
    assert.equal(of({ state: 'waiting', cause: hold, alarm: null }), 'reject')
  }
  assert.equal(of({ decision: 'fail' }), 'ask')
  assert.equal(of({ state: 'waiting', cause: 'gateway_balance' }), 'ask,reject')
  assert.equal(of({ state: 'completed', alarm: 'paid_in_doubt' }), 'ask,take_failed')
  assert.equal(of({ state: 'failed', alarm: 'paid_after_failed' }), 'ask')
  assert.equal(of({ state: 'completed', alarm: null }), '')
})

test('FLT-33: a gateway with sufficient funds that pays nothing is retried with growing delays', () => {
  const row = { state: 'waiting', cause: 'gateway_balance', alarm: null } as const
  const pauseOf = (poorCount: number) => {
    const facts = { ...nothingKnown, funding: 'short' } as const
    const waits = decideWithdrawal({ ...sent, ...row, poorCount }, facts, nowMs)
    assert.ok(waits.kind === 'wait' && waits.delay !== null && 'firstMs' in waits.delay)
    return waits.delay.firstMs
  }
  assert.deepEqual([0, 1, 3, 50].map(pauseOf), [30_000, 60_000, 240_000, 3_600_000])
  const poor = { status: 'refused', code: 'insufficient_balance', message: '' } as const
  const sending = { state: 'sending', alarm: null, poorCount: 4 } as const
  const moved = decided(sending, poor, { isFresh: true })
  assert.ok(moved.kind === 'move' && moved.to === 'waiting')
  assert.deepEqual([moved.changes['poor_count'], moved.changes['sent_count']], [5, 0])
})

test('R-12: an unclear booking is left to an operator and never repeated', () => {
  const unclear = { status: 'unclear' } as const
  const row = { state: 'requested', alarm: null } as const
  const facts = { ...nothingKnown, hold: unclear }
  const held = decideWithdrawal({ ...sent, ...row }, facts, nowMs)
  assert.ok(held.kind === 'wait' && held.alarm === 'booking_unclear')
})

const steps = fc.constantFrom<EngineStep | null>(null, { status: 'done', events: [] })

test('INV-13: no decision or answer pays and gives back the same withdrawal', () => {
  const payouts = (['accepted', 'succeeded', 'failed', 'reversed'] as const).flatMap((state) =>
    [994_500, 994_501].map((amount) => done({ state, amount })),
  )
  const answers = fc.constantFrom<Answer<Payout>>(...payouts, absent, {
    status: 'unknown',
    reason: '',
  })
  const places = [
    { state: 'sending', cause: null },
    { state: 'unknown', cause: null },
    { state: 'sent', cause: null },
    { state: 'sent', cause: 'arrived' },
  ] as const
  const decisions = fc.constantFrom(null, 'fail' as const, 'pay' as const)
  const rows = fc
    .tuple(fc.constantFrom(...places), decisions)
    .map(([place, decision]) => ({ ...place, decision }))
  const known = fc.record({ settled: steps, feeSettled: steps, release: steps })
  fc.assert(
    fc.property(rows, answers, known, (row, payout, facts) => {
      const next = decided(row, payout, facts)
      const isBack =
        (next.kind === 'act' && next.act === 'release') ||
        (next.kind === 'move' && next.to === 'failed')
      const isPaid = next.kind === 'act' && ['note_arrival', 'settle'].includes(next.act)
      const state = payout.status === 'done' ? payout.value.state : payout.status
      if (isBack) assert.ok(['absent', 'failed', 'reversed'].includes(state) && row.cause === null)
      if (isBack && state === 'absent') assert.equal(row.decision, 'fail')
      if (isPaid && row.cause === null) assert.ok(['absent', 'succeeded'].includes(state))
      if (isPaid && state === 'absent') assert.equal(row.decision, 'pay')
    }),
    { numRuns: 5_000 },
  )
})

/** Decisions about single rows; no decision ever leaves the declared edges. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { currencyUnits } from '@tukar/money'
import { depositStates, withdrawalStates } from '@tukar/wire'
import type { Answer, Invoice, Payout } from '../../../../adapters/bank-gateway/index.ts'
import { requireEdge, UndeclaredEdge } from '../../machine/edges.ts'
import type { EngineStep } from '../../machine/engine-steps.ts'
import { delayMs } from '../../machine/delay.ts'
import * as deposits from '../deposits/deposit.ts'
import { decideWithdrawal } from '../withdrawals/withdrawal.ts'
import * as withdrawals from '../withdrawals/withdrawal-row.ts'
import {
  done,
  invoice as paid,
  nowMs,
  openDeposit as deposit,
  payout,
  sendingWithdrawal as withdrawal,
} from '../testing/rows.ts'
import { feesOf, ppmOfPercent, requireFees, wholeRupiah } from '../rules.ts'
import { wibDayStartMs } from '../../../../platform/time/day.ts'

function ofInvoice(invoice: Answer<Invoice>, row: Partial<deposits.Deposit> = {}) {
  const facts = { ...deposits.nothingKnown, invoice }
  return deposits.decideDeposit({ ...deposit, ...row }, facts, nowMs)
}

function ofPayout(
  answer: Answer<Payout>,
  row: Partial<withdrawals.Withdrawal> = {},
  facts: Partial<withdrawals.WithdrawalFacts> = {},
) {
  const known = {
    ...withdrawals.nothingKnown,
    verified: 'standing',
    ...facts,
    payout: answer,
  } as const
  return decideWithdrawal({ ...withdrawal, ...row }, known, nowMs)
}

test('SRV-70 ATT-68: only what equals the deposit in amount, currency, reference and id is paid', () => {
  const moved = ofInvoice(done(paid))
  assert.ok(moved.kind === 'move' && moved.to === 'paid')
  assert.equal(moved.changes['paid_amount'], 15_000_000)
  for (const other of [
    { paidAmount: 149_999 },
    { paidAmount: 150_001 },
    { paidAmount: null },
    { amount: 150_001 },
    { currency: 'USD' },
    { reference: 'deposit-8' },
    { invoiceId: 'another' },
    { paymentId: null },
  ]) {
    const decided = ofInvoice(done({ ...paid, ...other }))
    assert.ok(decided.kind === 'move' && decided.to === 'quarantined', JSON.stringify(other))
  }
})

test('SRV-70 INV-22: a late payment is credited; after one operator closed the deposit, operators see it again', () => {
  const late = ofInvoice(done(paid), { state: 'expired' })
  assert.ok(late.kind === 'move' && late.to === 'paid')
  const row = { state: 'expired', cause: 'rejected', rejections: 1 } as const
  const again = ofInvoice(done(paid), row)
  assert.ok(again.kind === 'move' && again.to === 'quarantined')
  assert.deepEqual([again.cause, again.changes['paid_amount']], ['paid_after_rejected', 15_000_000])
  // It must no longer be paid, but a late payment is still looked for.
  const unpaid = ofInvoice(done({ ...paid, state: 'pending' }), row)
  assert.deepEqual(unpaid, { kind: 'act', act: 'expire' })
  const expired = ofInvoice(done({ ...paid, state: 'expired' }), row)
  assert.ok(expired.kind === 'wait' && expired.delay !== null)
  const closed = ofInvoice(done(paid), { ...row, rejections: 2 })
  assert.deepEqual([closed.kind, closed.kind === 'wait' && closed.delay], ['wait', null])
})

test('SRV-70 INV-12: a payment during the operators’ decision is stored once', () => {
  const row = { state: 'quarantined', cause: 'invoice_differs' } as const
  const asked = deposits.decideDeposit({ ...deposit, ...row }, deposits.nothingKnown, nowMs)
  assert.deepEqual(asked, { kind: 'act', act: 'ask' })
  const found = ofInvoice(done(paid), row)
  assert.ok(found.kind === 'move' && found.to === 'quarantined')
  assert.deepEqual([found.cause, found.changes['paid_amount']], ['invoice_differs', 15_000_000])
  assert.equal(ofInvoice(done(paid), { ...row, paidAmount: 15_000_000 }).kind, 'wait')
  assert.equal(ofInvoice(done(paid), { ...row, cause: 'fact_reused' }).kind, 'wait')
  assert.equal(ofInvoice(done({ ...paid, state: 'pending' }), row).kind, 'wait')
  const silent = ofInvoice({ status: 'unknown', reason: '' }, row)
  assert.ok(silent.kind === 'wait' && silent.delay !== null)
})

test('FLT-33: an unknown invoice is queried and never created again', () => {
  const row = { state: 'created', invoiceId: null } as const
  const asked = deposits.decideDeposit({ ...deposit, ...row }, deposits.nothingKnown, nowMs)
  assert.deepEqual(asked, { kind: 'act', act: 'ask' })
  assert.equal(ofInvoice({ status: 'absent' }, row).kind, 'wait')
  const later = ofInvoice({ status: 'absent' }, { ...row, createdMs: nowMs - 120_000 })
  assert.ok(later.kind === 'move' && later.to === 'expired' && later.cause === 'not_created')
})

test('ATT-94 INV-13: a sent payout is queried; if absent, it is sent again under the same reference', () => {
  const facts = withdrawals.nothingKnown
  const resumed = decideWithdrawal(withdrawal, facts, nowMs)
  assert.deepEqual(resumed, { kind: 'act', act: 'ask' })
  const absent = ofPayout({ status: 'absent' }, { state: 'unknown' }, { funding: 'reserved' })
  assert.ok(absent.kind === 'move' && absent.to === 'sending')
  assert.equal(absent.changes['sent_count'], 2)
  assert.equal('reference' in absent.changes, false)
  assert.equal(ofPayout({ status: 'absent' }, { state: 'sent' }).kind, 'wait')
})

test('FLT-40 INV-13: after a restored backup, an unheld withdrawal is queried first', () => {
  const ofRequest = (sentAtMs: number | null) => {
    const row = { ...withdrawal, state: 'requested', sentAtMs, sentCount: 0, holdId: null } as const
    const money = {
      accountId: 1,
      currencyId: 1,
      remaining: currencyUnits(1),
      source: 'withdrawal:9',
    }
    const hold: EngineStep = {
      status: 'done',
      events: [{ kind: 'hold_changed', holdId: 5, ...money }],
    }
    return decideWithdrawal(row, { ...withdrawals.nothingKnown, hold }, nowMs)
  }
  const usual = ofRequest(null)
  assert.ok(usual.kind === 'move' && usual.to === 'held')
  const doubted = ofRequest(nowMs)
  assert.ok(doubted.kind === 'move' && doubted.to === 'unknown')
  // The gateway has the payout, so it was sent, and is asked again if it fails.
  const found = ofPayout(done(payout), { state: 'unknown', sentCount: 0 })
  assert.ok(found.kind === 'move' && found.to === 'sent')
  assert.equal(found.changes['sent_count'], 1)
})

test('INV-13 INV-14 ATT-59: a reason that stops a resend keeps the state unknown', () => {
  const absent = { status: 'absent' } as const
  const row = { state: 'unknown' } as const
  assert.deepEqual(ofPayout(absent, row), { kind: 'act', act: 'reserve' })
  assert.equal(ofPayout(absent, row, { funding: 'later' }).kind, 'wait')
  const suspended = ofPayout(
    absent,
    { ...row, accountHold: 'account_suspended' },
    { funding: 'reserved' },
  )
  assert.ok(suspended.kind === 'wait' && suspended.alarm === 'account_suspended')
  const held = ofPayout(absent, { ...row, frozenUntilMs: nowMs + 1 }, { funding: 'reserved' })
  assert.ok(held.kind === 'move' && held.to === 'sending')
})

test('FLT-33: a payout that the gateway does not accept is resent with growing delays', () => {
  const waited = (sentCount: number, agoMs: number) =>
    ofPayout(
      { status: 'absent' },
      { state: 'unknown', sentCount, sentAtMs: nowMs - agoMs },
      { funding: 'reserved' },
    ).kind
  for (const [sentCount, pauseMs] of [
    [1, 10_000],
    [2, 20_000],
    [4, 80_000],
    [50, 600_000],
    [5_000, 600_000],
  ] as const) {
    assert.equal(waited(sentCount, pauseMs - 1), 'wait')
    assert.equal(waited(sentCount, pauseMs), 'move')
  }
})

test('FLT-33 INV-13: a refusal ends a payout only if no earlier request can still start', () => {
  const refused = { status: 'refused', code: 'invalid_destination', message: '' } as const
  const first = ofPayout(refused, {}, { isFresh: true })
  assert.ok(first.kind === 'move' && first.to === 'unknown')
  // Stored first: a restarted server releases the hold and sends nothing.
  const known = { state: 'unknown', cause: 'invalid_destination', sentAtMs: nowMs } as const
  const ended = ofPayout({ status: 'absent' }, { ...known, sentCount: 1 })
  assert.deepEqual(ended, { kind: 'act', act: 'release' })
  const again = ofPayout(refused, { sentCount: 2 }, { isFresh: true })
  assert.ok(again.kind === 'move' && again.to === 'unknown')
  const row = { state: 'unknown', sentCount: 2, cause: 'invalid_destination' } as const
  assert.equal(ofPayout({ status: 'absent' }, row).kind, 'wait')
  const settled = ofPayout({ status: 'absent' }, { ...row, sentAtMs: nowMs - 120_000 })
  assert.deepEqual(settled, { kind: 'act', act: 'release' })
  const unsent = { status: 'refused', code: 'unreachable', message: '' } as const
  const unreached = ofPayout(unsent, {}, { isFresh: true })
  assert.ok(unreached.kind === 'move' && unreached.to === 'unknown' && unreached.cause === null)
})

test('INV-13: a differing payout is neither paid nor failed and needs an operator', () => {
  for (const other of [{ amount: 994_501 }, { accountNumber: '1' }, { bankCode: 'BNI' }]) {
    const decided = ofPayout(done({ ...payout, ...other }), { state: 'sent' })
    assert.ok(decided.kind === 'wait' && decided.alarm === 'payout_differs')
  }
})

test('ATT-92: a security hold stops approved, unsent withdrawals', () => {
  const frozenUntilMs = nowMs + 60_000
  const row = { ...withdrawal, state: 'approved', frozenUntilMs } as const
  const decided = decideWithdrawal(row, withdrawals.nothingKnown, nowMs)
  assert.ok(decided.kind === 'move' && decided.to === 'waiting')
  assert.deepEqual([decided.cause, decided.changes['reserved']], ['security_hold', 0])
})

test('ADR 0017: a held account stops approved, unsent withdrawals, with one notification', () => {
  const of = (row: Partial<withdrawals.Withdrawal>) => {
    const suspended = { ...withdrawal, accountHold: 'account_suspended' as const, ...row }
    const decided = decideWithdrawal(suspended, withdrawals.nothingKnown, nowMs)
    return decided.kind === 'move' ? `${decided.to} ${decided.cause}` : decided.kind
  }
  assert.equal(of({ state: 'held' }), 'waiting account_suspended')
  assert.equal(of({ state: 'approved' }), 'waiting account_suspended')
  assert.equal(of({ state: 'waiting', cause: 'account_suspended' }), 'wait')
  assert.equal(of({ state: 'held', approvalsNeeded: 2 }), 'waiting review')
  // A reorganized deposit holds the account too, also after the suspension ended.
  const isHeld = { accountHold: 'account_held' } as const
  assert.equal(of({ state: 'approved', ...isHeld }), 'waiting account_held')
  const afterwards = { state: 'waiting', cause: 'account_suspended', ...isHeld } as const
  assert.equal(of(afterwards), 'waiting account_held')
  assert.equal(of({ ...afterwards, cause: 'account_held' }), 'wait')
  const goesOn = { state: 'waiting', cause: 'account_suspended', accountHold: null } as const
  assert.equal(of(goesOn), 'approved null')
  // The state of a sent payout is still requested.
  assert.equal(of({ state: 'sending' }), 'act')
})

const answers = <T>(values: readonly T[]) =>
  fc.oneof(
    fc.constant(null),
    fc.constant<Answer<T>>({ status: 'absent' }),
    fc.constant<Answer<T>>({ status: 'unknown', reason: '' }),
    fc
      .constantFrom('unreachable', 'insufficient_balance', 'other')
      .map((code): Answer<T> => ({ status: 'refused', code, message: '' })),
    fc.constantFrom(...values).map((value): Answer<T> => done(value)),
  )
const engineSteps = fc.constantFrom<EngineStep | null>(
  null,
  { status: 'later' },
  { status: 'unclear' },
  { status: 'refused', code: 'balance.insufficient', params: {} },
  { status: 'done', events: [] },
)

test('INV-20: for all facts, a deposit moves along declared edges', () => {
  const invoices = (['pending', 'paid', 'expired'] as const).flatMap((state) => [
    { ...paid, state },
    { ...paid, state, paidAmount: 1 },
    { ...paid, state, reference: 'other' },
  ])
  const facts = fc.record({
    isFresh: fc.boolean(),
    invoice: answers<Invoice>(invoices),
    isExpireRequested: fc.boolean(),
    credit: engineSteps,
    grant: engineSteps,
    reversal: engineSteps,
  })
  const rows = fc.record({
    state: fc.constantFrom(...depositStates),
    cause: fc.constantFrom(null, 'rejected', 'refused', 'invoice_differs', 'fact_reused'),
    rejections: fc.constantFrom(0, 1, 2),
    paidAmount: fc.constantFrom(null, 15_000_000),
    decision: fc.constantFrom(null, 'credit' as const, 'reverse' as const),
    invoiceId: fc.constantFrom(null, 'inv'),
    suspenseUnits: fc.constantFrom(null, 15_000_000),
    isOwnerGone: fc.boolean(),
    createdMs: fc.constantFrom(nowMs, nowMs - 200_000, nowMs - 30 * 86_400_000),
  })
  fc.assert(
    fc.property(rows, facts, (row, known) => {
      const decided = deposits.decideDeposit({ ...deposit, ...row }, known, nowMs)
      if (decided.kind === 'move') requireEdge(deposits.depositEdges, row.state, decided.to)
    }),
    { numRuns: 3_000 },
  )
})

test('INV-20: for all facts, a withdrawal moves along declared edges', () => {
  const payouts = (['accepted', 'succeeded', 'failed', 'reversed'] as const).flatMap((state) => [
    { ...payout, state },
    { ...payout, state, amount: 1 },
    { ...payout, state, reference: 'other' },
  ])
  const facts = fc.record({
    isFresh: fc.boolean(),
    isDropped: fc.boolean(),
    hold: engineSteps,
    release: engineSteps,
    verified: fc.constantFrom(
      'standing' as const,
      'gone' as const,
      'forged' as const,
      'later' as const,
      null,
    ),
    funding: fc.constantFrom('reserved' as const, 'short' as const, 'later' as const, null),
    payout: answers<Payout>(payouts),
    arrival: fc.constantFrom('noted' as const, 'later' as const, null),
    settled: engineSteps,
    feeSettled: engineSteps,
    givenBack: engineSteps,
    feeGivenBack: engineSteps,
  })
  const rows = fc.record({
    state: fc.constantFrom(...withdrawalStates),
    accountHold: fc.constantFrom(null, 'account_suspended' as const, 'account_held' as const),
    cause: fc.constantFrom(
      null,
      'security_hold',
      'account_suspended',
      'account_held',
      'review',
      'gateway_balance',
      'arrived',
      'other',
    ),
    decision: fc.constantFrom(null, 'fail' as const, 'pay' as const),
    isTakenPaid: fc.boolean(),
    failureCode: fc.constantFrom(null, 'not_found'),
    canceledBy: fc.constantFrom(null, 'user' as const),
    approvals: fc.constantFrom(0, 2),
    approvalsNeeded: fc.constantFrom(0, 2),
    sentCount: fc.constantFrom(0, 1, 2),
    attempts: fc.constantFrom(0, 3),
    frozenUntilMs: fc.constantFrom(null, nowMs - 1, nowMs + 1),
    sentAtMs: fc.constantFrom(nowMs, nowMs - 200_000),
  })
  fc.assert(
    fc.property(rows, facts, (row, known) => {
      const decided = decideWithdrawal({ ...withdrawal, ...row }, known, nowMs)
      if (decided.kind === 'move') requireEdge(withdrawals.withdrawalEdges, row.state, decided.to)
    }),
    { numRuns: 5_000 },
  )
})

test('INV-20: an undeclared move throws, and final states stay final', () => {
  assert.throws(() => requireEdge(withdrawals.withdrawalEdges, 'failed', 'sending'), UndeclaredEdge)
  const { withdrawalEdges, cancelableStates } = withdrawals
  for (const state of ['failed', 'canceled', 'refused', 'reversed'] as const) {
    assert.deepEqual(withdrawalEdges[state], [])
  }
  assert.deepEqual(withdrawalEdges.completed, ['reversed'])
  assert.deepEqual(deposits.depositEdges.credited, ['reversed'])
  for (const state of ['sending', 'unknown', 'sent', 'completed'] as const) {
    assert.equal(cancelableStates.includes(state), false, state)
  }
})

test('IDRW-04 SRV-75: fees are whole rupiah, the share rounded down, and never more than the amount', () => {
  assert.equal(ppmOfPercent('0.05'), 500)
  assert.deepEqual(feesOf(100_000_000, 500, 500_000), { fee: 50_000, providerFee: 500_000 })
  assert.deepEqual(feesOf(199_900, 500, 0), { fee: 0, providerFee: 0 })
  assert.throws(() => requireFees(500_000, feesOf(500_000, 500, 500_000), null), /below_fee/)
  assert.throws(() => requireFees(9_000_000, feesOf(9_000_000, 500, 500_000), 1), /fee_changed/)
})

test('ATT-70 ATT-85: an amount is whole rupiah, without sign, exponent or cents', () => {
  assert.equal(wholeRupiah('150000'), 15_000_000)
  assert.equal(wholeRupiah('150000.00'), 15_000_000)
  assert.equal(wholeRupiah(150_000), 15_000_000)
  for (const input of ['-1', '1e5', '', '0.5', '150000.5', '1,000', undefined, 1e15, -0]) {
    assert.throws(() => wholeRupiah(input), /amount\./, String(input))
  }
})

test('DEC-138: the day of the limit begins at midnight in Jakarta', () => {
  const day = (text: string) => new Date(wibDayStartMs(Date.parse(text))).toISOString()
  assert.equal(day('2026-11-21T16:59:59Z'), '2026-11-20T17:00:00.000Z')
  assert.equal(day('2026-11-21T17:00:00Z'), '2026-11-21T17:00:00.000Z')
})

test('FLT-33: delays grow to their maximum and are randomized', () => {
  const pause = { firstMs: 1_000, longestMs: 60_000 }
  assert.equal(delayMs(pause, 0, 0, 0.5), 1_000)
  assert.equal(delayMs(pause, 3, 0, 0.5), 8_000)
  assert.equal(delayMs(pause, 100, 0, 0.5), 60_000)
  assert.deepEqual([delayMs(pause, 0, 0, 0), delayMs(pause, 0, 0, 0.99)], [750, 1_245])
  assert.deepEqual([delayMs({ untilMs: 50 }, 0, 20, 0), delayMs({ untilMs: 5 }, 0, 20, 0)], [30, 0])
})

/**
 * The next decision about a rupiah withdrawal, line by line: by its row and by the facts of engine and
 * gateway.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Answer,
  type Payout,
  unreachableCode,
} from '../../../../adapters/bank-gateway/index.ts'
import { sentCode, silentCode } from '../releasing/release-check.ts'
import { nowMs, sendingWithdrawal } from '../testing/rows.ts'
import {
  assertTable,
  refused,
  later,
  unclear,
  booked,
  held,
  absent,
  unknown,
  denied,
  found,
  succeeded,
  failed,
} from '../testing/withdrawal-lines.ts'
import { knownAfter } from './withdrawal.ts'
import { nothingKnown, type Withdrawal } from './withdrawal-row.ts'

const requested = { state: 'requested', sentAtMs: null, sentCount: 0, reserved: 0 } as const
const waits = { ...requested, state: 'held' } as const
const waitsFor = (cause: string) => ({ ...requested, state: 'waiting', cause }) as const

test('INV-13 INV-20 ATT-92 ATT-93 SRV-74: before sending: held, approved, funded', () => {
  assertTable([
    ['its money is held first', requested, {}, 'hold'],
    [
      'what is not there is refused',
      requested,
      { hold: refused },
      '-> refused balance.insufficient',
    ],
    ['the engine rests', requested, { hold: later }, 'wait 0.2..15'],
    ['nobody knows', requested, { hold: unclear }, 'wait 30..600 booking_unclear'],
    ['held without a hold', requested, { hold: booked }, 'wait hold_unknown'],
    ['it is held', requested, { hold: held }, '-> held hold_id=5'],
    [
      'FLT-40: of a database that was put back it may have been sent',
      { ...requested, sentAtMs: nowMs },
      { hold: held },
      '-> unknown hold_id=5',
    ],
    [
      'a fresh change holds it',
      { ...waits, frozenUntilMs: nowMs + 1 },
      {},
      '-> waiting security_hold',
    ],
    ['until that is over', { ...waits, frozenUntilMs: nowMs }, {}, '-> approved'],
    [
      'and it says so once',
      { ...waitsFor('security_hold'), frozenUntilMs: nowMs + 60_000 },
      {},
      'wait +60',
    ],
    ['people look at it', { ...waits, approvalsNeeded: 2, approvals: 1 }, {}, '-> waiting review'],
    [
      'as it is to another name',
      { ...waits, approvalsNeeded: 1, reviewReason: 'name_mismatch' },
      {},
      '-> waiting name_mismatch',
    ],
    ['for as long as they like', { ...waitsFor('review'), approvalsNeeded: 1 }, {}, 'wait'],
    ['all agreed', { ...waitsFor('review'), approvalsNeeded: 2, approvals: 2 }, {}, '-> approved'],
    [
      'its account is suspended',
      { ...waits, accountHold: 'account_suspended' },
      {},
      '-> waiting account_suspended',
    ],
    [
      'and still is',
      { ...waitsFor('account_suspended'), accountHold: 'account_suspended' },
      {},
      'wait 30..600',
    ],
    ['its owner takes it back', { ...waits, canceledBy: 'user' }, {}, 'release'],
    [
      'ATT-97: its row was set back, and the gateway has it',
      { ...waits, canceledBy: 'user' },
      { release: { status: 'refused', code: sentCode, params: {} } },
      '-> unknown canceled_by=null',
    ],
    [
      'and has it again',
      { ...waitsFor('review'), canceledBy: 'user' },
      { release: booked },
      '-> canceled user reserved=0 decision=null failure_code=null',
    ],
    [
      'also at the last moment',
      { ...waits, state: 'approved', canceledBy: 'operator' },
      { release: booked },
      '-> canceled operator reserved=0 decision=null failure_code=null',
    ],
    [
      'what the core refuses to give back',
      { ...waits, canceledBy: 'user' },
      { release: refused },
      'wait 30..600 release_refused',
    ],
    [
      'what the gateway says nothing of for long is asked by people',
      { ...waits, canceledBy: 'user' },
      { release: { status: 'refused', code: silentCode, params: {} } },
      'wait 30..600 gateway_silent',
    ],
    [
      'until it says something',
      { ...waits, canceledBy: 'user', alarm: 'gateway_silent' },
      { release: later },
      'wait 0.2..15',
    ],
  ])
})

test('ATT-97 INV-05 INV-13: it is funded and sent only as requested, and while the engine holds its money', () => {
  const sending = { ...requested, state: 'sending', sentCount: 1, sentAtMs: nowMs } as const
  const isFresh = { isFresh: true } as const
  const again = { state: 'unknown', sentCount: 1, sentAtMs: nowMs - 11_000 } as const
  assertTable(
    (
      [
        ['before its room', { ...requested, state: 'approved' }, {}],
        ['before it is sent', sending, isFresh],
        ['before it is sent again', again, { payout: absent }],
      ] as const
    ).flatMap(([when, row, facts]) => [
      [`${when} it is verified`, row, { ...facts, verified: null }, 'verify'],
      [`${when} the engine rests`, row, { ...facts, verified: 'later' }, 'wait 0.2..15'],
      [`${when} nothing is held`, row, { ...facts, verified: 'gone' }, 'wait 30..600 hold_gone'],
      [
        `${when} somebody changed it`,
        row,
        { ...facts, verified: 'forged' },
        'wait 30..600 request_forged',
      ],
    ]),
  )
})

test('INV-14 FLT-32: it is sent only if the bank has sufficient funds, and retried with growing delays otherwise', () => {
  const approved = { ...requested, state: 'approved' } as const
  const poor = waitsFor('gateway_balance')
  assertTable([
    ['it asks for its room', approved, {}, 'reserve'],
    ['there is enough', approved, { funding: 'reserved' }, '-> sending sent_at=+0s sent_count=1'],
    [
      'there is too little',
      approved,
      { funding: 'short' },
      '-> waiting gateway_balance reserved=0',
    ],
    ['nobody says', approved, { funding: 'later' }, 'wait 0.2..15'],
    [
      'a change meanwhile holds it',
      { ...approved, frozenUntilMs: nowMs + 1 },
      { funding: 'reserved' },
      '-> waiting security_hold reserved=0',
    ],
    ['not one that is over', { ...approved, frozenUntilMs: nowMs }, {}, 'reserve'],
    [
      'a suspension meanwhile as well',
      { ...approved, accountHold: 'account_held' },
      { funding: 'reserved' },
      '-> waiting account_held reserved=0',
    ],
    ['it waits for the bank’s balance, and asks again', poor, {}, 'reserve'],
    ['there is enough by now', poor, { funding: 'reserved' }, '-> approved'],
    ['there is not', poor, { funding: 'short' }, 'wait 30..600 gateway_balance'],
    [
      'once the bank had said otherwise',
      { ...poor, poorCount: 1 },
      { funding: 'short' },
      'wait 60..3600 gateway_balance',
    ],
    [
      'and again',
      { ...poor, poorCount: 2 },
      { funding: 'short' },
      'wait 120..3600 gateway_balance',
    ],
    [
      'not for ever longer',
      { ...poor, poorCount: 30 },
      { funding: 'short' },
      'wait 3600..3600 gateway_balance',
    ],
    ['what waits for something else needs no room', waitsFor('security_hold'), {}, '-> approved'],
  ])
})

const poorOutcome = '-> waiting gateway_balance reserved=0 sent_count=0 poor_count=1 decision=null'
const sending = { state: 'sending' } as const
const asked = { state: 'unknown' } as const
/** So long ago that a payout sent then can no longer start. */
const longAgo = { sentAtMs: nowMs - 120_000 }

test('INV-13 FLT-33 ATT-94: after sending: an unknown outcome is queried, and it is resent only under its reference', () => {
  assertTable([
    ['it goes out', sending, { isFresh: true }, 'send'],
    ['another look only asks', sending, {}, 'ask'],
    ['what nobody knows is asked for', asked, { isFresh: true }, 'ask'],
    ['as is what was sent', { state: 'sent' }, { isFresh: true }, 'ask'],
    [
      'the bank has it',
      sending,
      { isFresh: true, payout: found() },
      '-> sent payout_id=p sent_count=1',
    ],
    [
      'of several sendings',
      { ...asked, sentCount: 3 },
      { payout: found() },
      '-> sent payout_id=p sent_count=3',
    ],
    [
      'FLT-40: it was sent since the backup',
      { ...asked, sentCount: 0 },
      { payout: found() },
      '-> sent payout_id=p sent_count=1',
    ],
    ['no answer to the sending', sending, { isFresh: true, payout: unknown }, '-> unknown'],
    ['no answer to the question', { ...asked, alarm: 'x' }, { payout: unknown }, 'wait 1..300 x'],
    [
      'no answer about one that is under way',
      { state: 'sent' },
      { payout: unknown },
      'wait 2.5..600',
    ],
    [
      'the bank cannot reach the other one',
      sending,
      { isFresh: true, payout: denied(unreachableCode) },
      '-> unknown',
    ],
    ['it refuses', sending, { isFresh: true, payout: denied('no') }, '-> unknown no'],
    ['it refuses to answer', asked, { payout: denied('no') }, 'wait 1..300 gateway_refuses'],
    [
      'also in the middle of a sending',
      sending,
      { payout: denied('insufficient_balance') },
      'wait 1..300 gateway_refuses',
    ],
    [
      'it has too little',
      sending,
      { isFresh: true, payout: denied('insufficient_balance') },
      poorOutcome,
    ],
    [
      'it has too little for what was sent before',
      { ...sending, sentCount: 2 },
      { isFresh: true, payout: denied('insufficient_balance') },
      '-> unknown insufficient_balance',
    ],
    ['it is not there right after the sending', sending, { payout: absent }, '-> unknown'],
    [
      'it is not there, and may be on its way',
      { ...asked, sentAtMs: nowMs - 9_999 },
      { payout: absent },
      'wait +0.001',
    ],
    [
      'it is sent again once it should be there',
      { ...asked, sentAtMs: nowMs - 10_000 },
      { payout: absent },
      'reserve',
    ],
    [
      'after longer each time',
      { ...asked, sentCount: 3, sentAtMs: nowMs - 10_000 },
      { payout: absent },
      'wait +30',
    ],
    [
      'but no longer than that',
      { ...asked, sentCount: 30, sentAtMs: nowMs },
      { payout: absent },
      'wait +600',
    ],
    [
      'its room is its own',
      asked,
      { payout: absent, funding: 'reserved' },
      '-> sending sent_at=+0s sent_count=2',
    ],
    ['rupiah is stopped', asked, { payout: absent, funding: 'short' }, 'wait 1..300'],
    [
      'its account is suspended meanwhile',
      { ...asked, accountHold: 'account_suspended' },
      { payout: absent },
      'wait 1..300 account_suspended',
    ],
    [
      'FLT-40: not sent by us',
      { ...asked, ...longAgo, sentCount: 0 },
      { payout: absent },
      '-> waiting',
    ],
    [
      'FLT-40: which may still begin',
      { ...asked, sentAtMs: nowMs - 119_999, sentCount: 0 },
      { payout: absent },
      'wait +10',
    ],
    [
      'one that arrived is gone',
      { state: 'sent' },
      { payout: absent },
      'wait 2.5..600 payout_absent',
    ],
    [
      'another payout under its reference',
      sending,
      { isFresh: true, payout: found({ amount: 1 }) },
      'wait 1..300 payout_differs',
    ],
  ])
})

test('INV-13: a refused payout is given back only once no earlier request can start', () => {
  const refusedBefore = { ...asked, cause: 'no' }
  assertTable([
    ['refused at its only sending', refusedBefore, { payout: absent }, 'release'],
    [
      'its money is free',
      refusedBefore,
      { payout: absent, release: booked },
      '-> failed no reserved=0 decision=null failure_code=no',
    ],
    ['the engine rests', refusedBefore, { payout: absent, release: later }, 'wait 0.2..15'],
    [
      'sent twice',
      { ...refusedBefore, sentCount: 2, sentAtMs: nowMs - 119_999 },
      { payout: absent },
      'wait +10',
    ],
    ['and settled', { ...refusedBefore, ...longAgo, sentCount: 2 }, { payout: absent }, 'release'],
    [
      'too little there',
      { ...asked, cause: 'insufficient_balance' },
      { payout: absent },
      poorOutcome,
    ],
    [
      'it is there all the same',
      refusedBefore,
      { payout: found() },
      '-> sent payout_id=p sent_count=1',
    ],
  ])
})

const sent = { state: 'sent' } as const
const arrivedRow = { state: 'sent', cause: 'arrived' } as const
const completed = '-> completed reserved=0 decision=null is_taken_paid=false'

test('INV-11 INV-13 FLT-35: it ends by the bank’s answer: settled with its fee, or given back whole', () => {
  assertTable([
    ['it is under way', sent, { payout: found() }, 'wait 2.5..600'],
    ['it arrived', sent, { payout: succeeded }, 'note_arrival'],
    ['which is not stored yet', sent, { payout: succeeded, arrival: 'later' }, 'wait 0.2..15'],
    ['then it is booked', sent, { payout: succeeded, arrival: 'noted' }, 'settle'],
    ['whoever looks', arrivedRow, { payout: succeeded }, 'settle'],
    [
      'refused by the core',
      arrivedRow,
      { payout: succeeded, settled: refused },
      'wait 30..600 settle_refused',
    ],
    ['with its fee', arrivedRow, { payout: succeeded, settled: booked }, 'settle_fee'],
    [
      'where it has one',
      { ...arrivedRow, fee: 0 },
      { payout: succeeded, settled: booked },
      completed,
    ],
    [
      'the fee is refused',
      arrivedRow,
      { payout: succeeded, settled: booked, feeSettled: refused },
      'wait 30..600 fee_refused',
    ],
    [
      'all of it',
      arrivedRow,
      { payout: succeeded, settled: booked, feeSettled: booked },
      completed,
    ],
    ['it failed', sent, { payout: failed }, 'release'],
    [
      'and is free again',
      sent,
      { payout: failed, release: booked },
      '-> failed X reserved=0 decision=null failure_code=X',
    ],
    ['what is being booked is booked whole', arrivedRow, { payout: failed }, 'settle'],
  ])
})

const completedRow = { state: 'completed' } as const
const reversed = found({ state: 'reversed', failureCode: 'R' })
const month = 30 * 86_400_000

test('FLT-35: a payout that the bank reverses later is given back to its owner', () => {
  assertTable([
    ['it is asked for now and then', completedRow, {}, 'ask'],
    ['not right after it was booked', completedRow, { settled: booked }, 'wait 3600..86400'],
    [
      'for a month',
      { ...completedRow, updatedMs: nowMs - month },
      { payout: succeeded },
      'wait 3600..86400',
    ],
    [
      'then only where somebody tells of it',
      { ...completedRow, updatedMs: nowMs - month - 1 },
      { payout: succeeded },
      'wait',
    ],
    ['it stands', completedRow, { payout: succeeded }, 'wait 3600..86400'],
    ['nobody says', { ...completedRow, alarm: 'x' }, { payout: unknown }, 'wait 3600..86400 x'],
    [
      'it does not say',
      { ...completedRow, alarm: 'x' },
      { payout: denied('no') },
      'wait 3600..86400 x',
    ],
    [
      'what people decided is over',
      { ...completedRow, decision: 'fail' },
      { payout: succeeded },
      'drop_decision',
    ],
    [
      'once',
      { ...completedRow, decision: 'fail' },
      { payout: succeeded, isDropped: true },
      'wait 3600..86400',
    ],
    ['it is gone there', completedRow, { payout: absent }, 'wait 3600..86400'],
    [
      'another one came back',
      completedRow,
      { payout: found({ state: 'failed', reference: 'other' }) },
      'wait 3600..86400',
    ],
    ['it came back', completedRow, { payout: reversed }, 'give_back'],
    ['it failed after all', completedRow, { payout: failed }, 'give_back'],
    ['the engine rests', completedRow, { payout: reversed, givenBack: later }, 'wait 0.2..15'],
    [
      'it is refused',
      completedRow,
      { payout: reversed, givenBack: refused },
      'wait 30..600 give_back_refused',
    ],
    ['the fee as well', completedRow, { payout: reversed, givenBack: booked }, 'give_back_fee'],
    [
      'which is refused',
      completedRow,
      { payout: reversed, givenBack: booked, feeGivenBack: refused },
      'wait 30..600 fee_back_refused',
    ],
    [
      'all of it',
      completedRow,
      { payout: reversed, givenBack: booked, feeGivenBack: booked },
      '-> reversed decision=null failure_code=R',
    ],
    [
      'without a fee',
      { ...completedRow, fee: 0 },
      { payout: reversed, givenBack: booked },
      '-> reversed decision=null failure_code=R',
    ],
    [
      'taken as paid by people, they decide once more',
      { ...completedRow, isTakenPaid: true },
      { payout: reversed },
      'wait 3600..86400 paid_in_doubt',
    ],
    [
      'and did',
      { ...completedRow, isTakenPaid: true, decision: 'fail' },
      { payout: reversed },
      'give_back',
    ],
  ])
})

test('INV-13 INV-20: final states stay final, with an alarm if the bank paid after all', () => {
  const failedRow = { state: 'failed', attempts: 1 } as const
  const notFound = { ...failedRow, failureCode: 'not_found' }
  assertTable([
    ['canceled', { state: 'canceled' }, { payout: succeeded }, 'wait'],
    ['refused', { state: 'refused' }, { payout: succeeded }, 'wait'],
    ['reversed', { state: 'reversed' }, {}, 'wait'],
    [
      'to somebody who is gone',
      { state: 'reversed', isOwnerGone: true },
      {},
      'wait account_deleted',
    ],
    ['failed, and not looked at yet', { ...failedRow, attempts: 0, alarm: 'x' }, {}, 'wait x'],
    ['failed, and never sent', { ...failedRow, sentCount: 0, alarm: 'x' }, {}, 'wait x'],
    ['failed: it is asked once more', failedRow, {}, 'ask'],
    ['and stays failed', { ...failedRow, alarm: 'x' }, { payout: failed }, 'wait x'],
    ['but the bank paid', failedRow, { payout: succeeded }, 'wait paid_after_failed'],
    ['what it did not have is looked for', notFound, { payout: absent }, 'wait 3600..86400'],
    [
      'for a month',
      { ...notFound, updatedMs: nowMs - month },
      { payout: absent },
      'wait 3600..86400',
    ],
    ['not longer', { ...notFound, updatedMs: nowMs - month - 1 }, { payout: absent }, 'wait'],
  ])
})

test('INV-13: after a move only the facts of the move are known', () => {
  const known = {
    ...nothingKnown,
    isFresh: true,
    settled: booked,
    payout: succeeded as Answer<Payout>,
  }
  const after = (row: Partial<Withdrawal>) => knownAfter({ ...sendingWithdrawal, ...row }, known)
  assert.deepEqual(after({ state: 'sending' }), { ...nothingKnown, isFresh: true }, 'it sends')
  assert.deepEqual(after({ state: 'unknown' }), nothingKnown, 'it asks')
  assert.deepEqual(after({ state: 'waiting', cause: 'gateway_balance' }), {
    ...nothingKnown,
    funding: 'short',
  })
  assert.deepEqual(after({ state: 'waiting', cause: 'review' }), nothingKnown)
  assert.deepEqual(after({ state: 'completed' }), { ...known, isFresh: false })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transferMessages, createTranslator } from '@tukar/i18n'
import { createStoryBuilder, type TransferKind } from './transfer-story.ts'

const { en } = transferMessages
const storyOf = createStoryBuilder(createTranslator(transferMessages, 'en'))

/** The last entry of a story, and its next step. */
function lastOf(
  kind: TransferKind,
  state: string,
  cause: string | null,
  what: string | null = null,
) {
  const next = what === null ? null : { what, atMs: null }
  const { entries, nextStep } = storyOf(kind, [{ state, cause, atMs: 1 }], next)
  return { line: entries.at(-1), coming: nextStep }
}

/** Whether a text is this message. */
const isSaid = (text: string | undefined, key: keyof typeof en) => text === en[key]

test('IDRD-05: a deposit that was rejected is not called unpaid, nor is one promised that comes late', () => {
  const { line, coming } = lastOf('deposit', 'expired', 'rejected')
  assert.ok(isSaid(line?.title, 'depositRejected'))
  assert.ok(isSaid(coming?.text, 'depositRejectedNext'))
  assert.ok(isSaid(lastOf('deposit', 'expired', null).line?.title, 'expired'))
  assert.ok(isSaid(lastOf('deposit', 'expired', 'not_created').line?.title, 'notCreated'))
})

test('SRV-71: a proof stands in the timeline, and what was found of it', () => {
  for (const state of ['created', 'pending', 'quarantined']) {
    assert.ok(isSaid(lastOf('deposit', state, 'proof').line?.title, 'proof'))
  }
  const closed = lastOf('deposit', 'pending', 'proof_closed', 'pay')
  assert.ok(isSaid(closed.line?.title, 'proofClosed'))
  assert.ok(isSaid(closed.coming?.text, 'proofClosedNext'))
})

test('ATT-68: only a payment that differs is called so; what the books refused is looked at', () => {
  for (const cause of ['amount_differs', 'invoice_differs']) {
    assert.ok(isSaid(lastOf('deposit', 'quarantined', cause).line?.title, 'quarantined'))
  }
  for (const cause of ['not_booked', 'fact_reused', 'not_confirmed', null]) {
    assert.ok(isSaid(lastOf('deposit', 'quarantined', cause).line?.title, 'quarantinedOther'))
  }
})

test('IDRW-06: a failed withdrawal says why, as the bank says it', () => {
  const noteOf = (cause: string | null) => lastOf('withdrawal', 'failed', cause).line?.note ?? null
  assert.ok(isSaid(noteOf('INVALID_DESTINATION') ?? undefined, 'failedAccount'))
  assert.ok(isSaid(noteOf('invalid_destination') ?? undefined, 'failedAccount'))
  assert.match(noteOf('REJECTED_BY_CHANNEL') ?? '', /REJECTED_BY_CHANNEL/)
  assert.equal(noteOf(null), null)
})

test('DEC-103: one that an operator rejected is not called canceled', () => {
  const titleOf = (cause: string) => lastOf('withdrawal', 'canceled', cause).line?.title
  assert.ok(isSaid(titleOf('operator'), 'withdrawalRejected'))
  for (const cause of ['user', 'link']) assert.ok(isSaid(titleOf(cause), 'canceled'))
})

test('IDRW-06 DEC-103: one that an operator rejected says why, and a hold that people end too says so', () => {
  const step = { state: 'canceled', cause: 'operator', atMs: 1, reason: 'Not your bank.' }
  const { entries } = storyOf('withdrawal', [step], null)
  assert.match(entries.at(-1)?.note ?? '', /Not your bank\./)
  const held = (what: string) => lastOf('withdrawal', 'waiting', 'security_hold', what).coming?.text
  assert.ok(isSaid(held('hold_ends'), 'waitingSecurityNext'))
  assert.ok(isSaid(held('hold_ends_review'), 'waitingSecurityReviewNext'))
})

test('ADR 0017: one that waits for an account that a deposit holds says so, and not that it is suspended', () => {
  const { line, coming } = lastOf('withdrawal', 'waiting', 'account_held', 'review')
  assert.ok(isSaid(line?.title, 'waitingAccount'))
  assert.ok(isSaid(coming?.text, 'waitingAccountNext'))
  assert.ok(coming?.actor?.includes(en.person))
})

test('INV-13: while the bank tells something else, people clear it up, and no quarter of an hour is promised', () => {
  const unclear = lastOf('withdrawal', 'sent', null, 'review').coming
  assert.ok(isSaid(unclear?.text, 'clearedUpNext'))
  assert.ok(unclear?.actor?.includes(en.person))
  assert.ok(isSaid(lastOf('withdrawal', 'sent', null, 'arrive').coming?.text, 'sentNext'))
  const waiting = lastOf('withdrawal', 'waiting', 'review', 'review').coming
  assert.ok(isSaid(waiting?.text, 'waitingReviewNext'))
})

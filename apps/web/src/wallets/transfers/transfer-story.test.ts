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

test('IDRD-05: a rejected deposit is not called unpaid, and a late one is not promised', () => {
  const { line, coming } = lastOf('deposit', 'expired', 'rejected')
  assert.ok(isSaid(line?.title, 'depositRejected'))
  assert.ok(isSaid(coming?.text, 'depositRejectedNext'))
  assert.ok(isSaid(lastOf('deposit', 'expired', null).line?.title, 'expired'))
  assert.ok(isSaid(lastOf('deposit', 'expired', 'not_created').line?.title, 'notCreated'))
})

test('SRV-71: a proof and its result are in the timeline', () => {
  for (const state of ['created', 'pending', 'quarantined']) {
    assert.ok(isSaid(lastOf('deposit', state, 'proof').line?.title, 'proof'))
  }
  const closed = lastOf('deposit', 'pending', 'proof_closed', 'pay')
  assert.ok(isSaid(closed.line?.title, 'proofClosed'))
  assert.ok(isSaid(closed.coming?.text, 'proofClosedNext'))
})

test('ATT-68: only a differing payment is called so; a payment that the ledger refused is under review', () => {
  for (const cause of ['amount_differs', 'invoice_differs']) {
    assert.ok(isSaid(lastOf('deposit', 'quarantined', cause).line?.title, 'quarantined'))
  }
  for (const cause of ['not_booked', 'fact_reused', 'not_confirmed', null]) {
    assert.ok(isSaid(lastOf('deposit', 'quarantined', cause).line?.title, 'quarantinedOther'))
  }
})

test('IDRW-06: a failed withdrawal shows the bank’s reason', () => {
  const noteOf = (cause: string | null) => lastOf('withdrawal', 'failed', cause).line?.note ?? null
  assert.ok(isSaid(noteOf('INVALID_DESTINATION') ?? undefined, 'failedAccount'))
  assert.ok(isSaid(noteOf('invalid_destination') ?? undefined, 'failedAccount'))
  assert.match(noteOf('REJECTED_BY_CHANNEL') ?? '', /REJECTED_BY_CHANNEL/)
  assert.equal(noteOf(null), null)
})

test('DEC-103: a withdrawal that an operator rejected is not called canceled', () => {
  const titleOf = (cause: string) => lastOf('withdrawal', 'canceled', cause).line?.title
  assert.ok(isSaid(titleOf('operator'), 'withdrawalRejected'))
  for (const cause of ['user', 'link']) assert.ok(isSaid(titleOf(cause), 'canceled'))
})

test('IDRW-06 DEC-103: a rejected withdrawal shows the reason, and so does a hold with a review', () => {
  const step = { state: 'canceled', cause: 'operator', atMs: 1, reason: 'Not your bank.' }
  const { entries } = storyOf('withdrawal', [step], null)
  assert.match(entries.at(-1)?.note ?? '', /Not your bank\./)
  const held = (what: string) => lastOf('withdrawal', 'waiting', 'security_hold', what).coming?.text
  assert.ok(isSaid(held('hold_ends'), 'waitingSecurityNext'))
  assert.ok(isSaid(held('hold_ends_review'), 'waitingSecurityReviewNext'))
})

test('ADR 0017: a withdrawal that waits for a held account does not claim a suspension', () => {
  const { line, coming } = lastOf('withdrawal', 'waiting', 'account_held', 'review')
  assert.ok(isSaid(line?.title, 'waitingAccount'))
  assert.ok(isSaid(coming?.text, 'waitingAccountNext'))
  assert.ok(coming?.actor?.includes(en.person))
})

test('INV-13: a conflicting bank status is under review, without a promised time', () => {
  const unclear = lastOf('withdrawal', 'sent', null, 'review').coming
  assert.ok(isSaid(unclear?.text, 'clearedUpNext'))
  assert.ok(unclear?.actor?.includes(en.person))
  assert.ok(isSaid(lastOf('withdrawal', 'sent', null, 'arrive').coming?.text, 'sentNext'))
  const waiting = lastOf('withdrawal', 'waiting', 'review', 'review').coming
  assert.ok(isSaid(waiting?.text, 'waitingReviewNext'))
})

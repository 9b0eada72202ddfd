/** The outcome of a withdrawal that its owner or an operator canceled, by the answer of the signer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionText } from '../../../machine/testing/decision-text.ts'
import { requested } from '../../testing/withdrawal-row.ts'
import { decideChainWithdrawal } from '../withdrawal.ts'
import { type ChainWithdrawal, type ChainWithdrawalFacts, nothingKnown } from '../withdrawal-row.ts'

const voided = { status: 'refused', code: 'approval.void', isVoid: true } as const
const done = { status: 'done', events: [] } as const
const refused = { status: 'refused', code: 'balance.insufficient', params: {} } as const

const table: readonly [string, Partial<ChainWithdrawal>, Partial<ChainWithdrawalFacts>, string][] =
  [
    [
      'its owner takes it back: the signer voids it first (H-1)',
      { state: 'approved', canceledBy: 'user' },
      {},
      'void',
    ],
    [
      'so it does what was never approved, as far as its row says',
      { state: 'held', canceledBy: 'user' },
      {},
      'void',
    ],
    [
      'while the signer says nothing nothing goes back',
      { state: 'waiting_approval', canceledBy: 'operator' },
      { signing: { status: 'unknown' } },
      'wait 0.5..60 signer_silent',
    ],
    [
      'nor what it signed, although its row says that nobody did',
      { state: 'held', canceledBy: 'user' },
      { signing: { status: 'refused', code: 'signed.before', isVoid: false } },
      'wait 15..600 signed_before',
    ],
    [
      'nor while its book is behind',
      { state: 'held', canceledBy: 'user' },
      { signing: { status: 'refused', code: 'book.behind', isVoid: false } },
      'wait 15..600 signer_refuses',
    ],
    [
      'then it goes back',
      { state: 'approved', canceledBy: 'user' },
      { signing: voided },
      'release',
    ],
    [
      'and its owner has it',
      { state: 'approved', canceledBy: 'user' },
      { signing: voided, release: done },
      '-> canceled user',
    ],
    [
      'what passes a cap of the signer is not signed, but waits (H-4)',
      { state: 'approved' },
      { funding: 'signer_cap' },
      '-> approved signer_cap',
    ],
    [
      'or to give it back',
      { state: 'approved', canceledBy: 'user' },
      { signing: voided, release: refused },
      'wait 15..600 release_refused',
    ],
  ]

test('H-1 ATT-93: a canceled withdrawal is voided before its money is released, and a signed one is not released', () => {
  for (const [what, row, facts, expected] of table) {
    const known = { ...nothingKnown, holdCheck: 'standing', ...facts } as const
    const bumps = { afterMs: 60_000, timesMax: 3 }
    const decision = decideChainWithdrawal({ ...requested, ...row }, known, 0, bumps)
    assert.equal(decisionText(decision, 0), expected, what)
  }
})

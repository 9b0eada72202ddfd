/** The state machine of withdrawals against a chain, a signer and a network that behave at random. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { requireEdge } from '../../machine/edges.ts'
import { decisionText } from '../../machine/testing/decision-text.ts'
import { requested } from '../testing/withdrawal-row.ts'
import { decideChainWithdrawal, knownAfter } from './withdrawal.ts'
import {
  type ChainWithdrawal,
  type ChainWithdrawalAct,
  chainWithdrawalEdges,
  type ChainWithdrawalFacts,
  type ChainWithdrawalState,
  chainWithdrawalStates,
  nothingKnown,
} from './withdrawal-row.ts'

const bumps = { afterMs: 60_000, timesMax: 3 }
const block = { height: 7, hash: 'block-7' }
const done = { status: 'done', events: [] } as const

function next(
  row: Partial<ChainWithdrawal>,
  facts: Partial<ChainWithdrawalFacts> = {},
  nowMs = 0,
): string {
  const all = { ...requested, ...row }
  // Its coins are held unless a line says otherwise.
  const known = { ...nothingKnown, holdCheck: 'standing', ...facts } as const
  return decisionText(decideChainWithdrawal(all, known, nowMs, bumps), nowMs)
}

const hold = { kind: 'hold_changed', holdId: 5, accountId: 1001, currencyId: 2 } as const
const refused = { status: 'refused', code: 'balance.insufficient', params: {} } as const
const mined = (isFinal: boolean) => ({ status: 'mined', block, isFinal }) as const

const table: readonly [string, Partial<ChainWithdrawal>, Partial<ChainWithdrawalFacts>, string][] =
  [
    ['money is held first', {}, {}, 'hold'],
    ['what cannot be held fails', {}, { hold: refused }, '-> failed balance.insufficient'],
    [
      'a fresh change pauses it (ATT-92)',
      { state: 'held', frozenUntilMs: 9 },
      {},
      '-> held security_hold',
    ],
    [
      'people have to agree',
      { state: 'held', approvalsNeeded: 2, approvals: 1 },
      {},
      '-> waiting_approval',
    ],
    ['and did', { state: 'waiting_approval', approvalsNeeded: 1, approvals: 1 }, {}, '-> approved'],
    [
      'a suspension holds it once they did',
      {
        state: 'waiting_approval',
        approvalsNeeded: 1,
        approvals: 1,
        accountHold: 'account_suspended',
      },
      {},
      '-> held account_suspended',
    ],
    [
      'and what waits in the queue',
      { state: 'approved', cause: 'short', accountHold: 'account_suspended' },
      {},
      '-> held account_suspended',
    ],
    [
      'until it is over',
      { state: 'held', cause: 'account_suspended', accountHold: 'account_suspended' },
      {},
      'wait 15..600',
    ],
    ['then it goes on', { state: 'held', cause: 'account_suspended' }, {}, '-> approved'],
    [
      'a deposit that was taken back holds it as well (ADR 0017)',
      { state: 'approved', cause: 'short', accountHold: 'account_held' },
      {},
      '-> held account_held',
    ],
    [
      'also once the suspension is over',
      { state: 'held', cause: 'account_suspended', accountHold: 'account_held' },
      {},
      '-> held account_held',
    ],
    [
      'and it says so once',
      { state: 'held', cause: 'account_held', accountHold: 'account_held' },
      {},
      'wait 15..600',
    ],
    [
      'the hot wallet is empty (FLT-32)',
      { state: 'approved' },
      { funding: 'short' },
      '-> approved short',
    ],
    [
      'and stays so',
      { state: 'approved', cause: 'short' },
      { funding: 'short' },
      'wait 15..600 short',
    ],
    [
      'a gap in custody (INV-14)',
      { state: 'approved', cause: 'custody_gap' },
      { funding: 'custody_gap' },
      'wait 15..600 custody_gap',
    ],
    [
      'fees are higher than a payout may cost',
      { state: 'approved', cause: 'fee_too_high' },
      { funding: 'fee_too_high' },
      'wait 15..600 fee_too_high',
    ],
    ['it takes its slot', { state: 'approved' }, { funding: 'enough' }, '-> signing'],
    ['too late to take it back (ATT-93)', { state: 'signing', canceledBy: 'user' }, {}, 'sign'],
    [
      'the signer is down (FLT-31)',
      { state: 'signing' },
      { signing: { status: 'unknown' } },
      'wait 0.5..60',
    ],
    [
      'its caps are reached (ATT-98)',
      { state: 'signing' },
      { signing: { status: 'refused', code: 'cap_day', isVoid: false } },
      'wait 15..600 signer_refuses',
    ],
    [
      'it never will sign',
      { state: 'signing' },
      { signing: { status: 'refused', code: 'void', isVoid: true } },
      'release',
    ],
    [
      'two people give it up: it is voided first',
      { state: 'signing', alarm: 'signer_refuses', agreedBack: 2 },
      {},
      'void',
    ],
    [
      'one alone does not',
      { state: 'signing', alarm: 'signer_refuses', agreedBack: 1 },
      {},
      'sign',
    ],
    [
      'what it signed is something else (ATT-97)',
      { state: 'signing' },
      { signing: { status: 'differs' } },
      'wait 15..600 signed_otherwise',
    ],
    [
      'so is its higher fee',
      { state: 'broadcast', cause: 'fee_too_low', signedCount: 1 },
      { found: { status: 'absent' }, bump: { status: 'differs' } },
      'wait 15..600 signed_otherwise',
    ],
    [
      'a send that nobody answers (FLT-30)',
      { state: 'signed' },
      { sent: 'unknown' },
      '-> broadcast unknown sent_at=+0s',
    ],
    [
      'a refused send is no failure',
      { state: 'signed' },
      { sent: 'refused' },
      '-> broadcast refused sent_at=+0s',
    ],
    ['the chain is asked', { state: 'broadcast', cause: 'unknown' }, {}, 'find'],
    [
      'it does not answer (ATT-94)',
      { state: 'broadcast' },
      { found: { status: 'unknown' } },
      'wait 2.5..120',
    ],
    [
      'it has nothing: the same bytes',
      { state: 'broadcast' },
      { found: { status: 'absent' } },
      'send',
    ],
    [
      'too cheap: a higher fee',
      { state: 'broadcast', cause: 'fee_too_low', signedCount: 1 },
      { found: { status: 'absent' } },
      'bump',
    ],
    [
      'something else took its place',
      { state: 'broadcast' },
      { found: { status: 'displaced', isFinal: false } },
      'wait 2.5..120 displaced',
    ],
    [
      'for good, as one node says',
      { state: 'broadcast', agreedBack: 1 },
      { found: { status: 'displaced', isFinal: true } },
      'wait 2.5..120 displaced_final',
    ],
    [
      'and two people agree',
      { state: 'broadcast', agreedBack: 2 },
      { found: { status: 'displaced', isFinal: true } },
      'release',
    ],
    [
      'they agreed to nothing where the chain says otherwise',
      { state: 'broadcast', agreedBack: 2 },
      { found: mined(false) },
      '-> confirming block_height=7 block_hash=block-7',
    ],
    [
      'it failed there, and may still be taken out',
      { state: 'broadcast' },
      { found: { status: 'reverted', isFinal: false } },
      'wait 2.5..120 reverted',
    ],
    [
      'it failed there for good',
      { state: 'broadcast' },
      { found: { status: 'reverted', isFinal: true } },
      '-> broadcast reverted_final',
    ],
    ['its fee is kept first', { state: 'broadcast', cause: 'reverted_final' }, {}, 'settle_fee'],
    [
      'the rest goes back',
      { state: 'broadcast', cause: 'reverted_final' },
      { feeSettled: done },
      'release',
    ],
    [
      'and that is its end',
      { state: 'broadcast', cause: 'reverted_final' },
      { feeSettled: done, release: done },
      '-> failed reverted_final',
    ],
    [
      'it was mined',
      { state: 'broadcast' },
      { found: mined(false) },
      '-> confirming block_height=7 block_hash=block-7',
    ],
    [
      'a reorganization took it out',
      { state: 'confirming' },
      { found: { status: 'pool' } },
      '-> broadcast left_chain',
    ],
    [
      'it is final',
      { state: 'confirming' },
      { found: mined(true) },
      '-> confirming final block_height=7 block_hash=block-7',
    ],
    [
      'then it is settled, whatever comes',
      { state: 'confirming', cause: 'final' },
      { found: { status: 'absent' } },
      'settle',
    ],
    ['its fee too', { state: 'confirming', cause: 'final' }, { settled: done }, 'settle_fee'],
    [
      'done',
      { state: 'confirming', cause: 'final' },
      { settled: done, feeSettled: done },
      '-> done',
    ],
    [
      'a transaction that the chain dropped is sent again',
      { state: 'done' },
      { found: { status: 'absent' } },
      'send',
    ],
    ['the engine rests', {}, { hold: { status: 'later' } }, 'wait 0.2..15'],
    ['nobody knows', {}, { hold: { status: 'unclear' } }, 'wait 15..600 booking_unclear'],
    ['held without a hold', {}, { hold: done }, 'wait hold_unknown'],
    ['a pause that is over', { state: 'held', frozenUntilMs: 0 }, {}, '-> approved'],
    [
      'a pause that was said',
      { state: 'held', cause: 'security_hold', frozenUntilMs: 9_000 },
      {},
      'wait +9',
    ],
    [
      'people take their time',
      { state: 'waiting_approval', approvalsNeeded: 2, approvals: 1 },
      {},
      'wait',
    ],
    ['more of them than before', { state: 'approved', approvalsNeeded: 1 }, {}, '-> held'],
    ['its room is looked for', { state: 'approved' }, {}, 'plan'],
    ...(['approved', 'signing'] as const).flatMap((state): typeof table => [
      [`${state}: the engine is asked for its coins`, { state }, { holdCheck: null }, 'check_hold'],
      [`${state}: the engine rests`, { state }, { holdCheck: 'later' }, 'wait 0.2..15'],
      [`${state}: nothing is held`, { state }, { holdCheck: 'gone' }, 'wait 15..600 hold_gone'],
    ]),
    [
      'what two people give back is voided whatever is held',
      { state: 'signing', agreedBack: 2 },
      { holdCheck: 'gone' },
      'void',
    ],
    [
      'nodes or signer are away',
      { state: 'approved', cause: 'paused' },
      { funding: 'paused' },
      'wait 15..600',
    ],
    ['it is sent', { state: 'signed' }, {}, 'send'],
    ['and taken', { state: 'signed' }, { sent: 'accepted' }, '-> broadcast sent_at=+0s'],
    [
      'what failed with bytes out says why',
      { state: 'failed', cause: 'displaced', signedCount: 1 },
      {},
      'wait displaced',
    ],
    ['without any it does not', { state: 'failed', cause: 'void' }, {}, 'wait'],
    [
      'a withdrawal without a fee is done once it is settled',
      { state: 'confirming', cause: 'final', fee: 0 },
      { settled: done },
      '-> done',
    ],
    [
      'the core refuses to settle it',
      { state: 'confirming', cause: 'final' },
      { settled: refused },
      'wait 15..600 settle_refused',
    ],
    [
      'or its fee',
      { state: 'confirming', cause: 'final' },
      { settled: done, feeSettled: refused },
      'wait 15..600 fee_refused',
    ],
    ['what is done is looked for now and then', { state: 'done' }, {}, 'find'],
    ['there it is', { state: 'done' }, { found: mined(true) }, 'wait'],
    ['nobody says', { state: 'done' }, { found: { status: 'unknown' } }, 'wait 2.5..120'],
    [
      'sent again, it waits',
      { state: 'done' },
      { found: { status: 'absent' }, sent: 'accepted' },
      'wait 2.5..120 left_chain',
    ],
  ]

test('ATT-92 ATT-93 ATT-94 ATT-95 ATT-97 FLT-30 FLT-31 FLT-32 INV-05 INV-14: the next decision about a withdrawal, by its facts', () => {
  for (const [what, row, facts, wanted] of table) {
    assert.equal(next(row, facts), wanted, what)
  }
  const events = [{ ...hold, remaining: 1_000, source: '' }] as never
  assert.equal(next({}, { hold: { status: 'done', events } }), '-> held hold_id=5')
  // After a restored backup it may have been signed since (FLT-40).
  assert.equal(next({ sentAtMs: 1 }, { hold: { status: 'done', events } }), '-> signing hold_id=5')
})

test('ATT-95: an unmined payout gets a higher fee after a while, a limited number of times', () => {
  const waiting = { state: 'broadcast', signedCount: 1, sentAtMs: 0 } as const
  const pool = { found: { status: 'pool' } } as const
  assert.equal(next(waiting, pool, 59_999), 'wait 2.5..120')
  assert.equal(next(waiting, pool, 60_000), 'bump')
  assert.equal(
    next(waiting, { ...pool, bump: { status: 'signed', count: 2 } }, 60_000),
    '-> signed fee_raised signed_count=2',
  )
  assert.equal(next({ ...waiting, signedCount: 3 }, pool, 60_000), 'bump')
  assert.equal(next({ ...waiting, signedCount: 4 }, pool, 60_000), 'wait 2.5..120 stuck')
  assert.equal(next({ ...waiting, sentAtMs: null }, pool, 60_000), 'wait 2.5..120')
  const absent = { found: { status: 'absent' } } as const
  assert.equal(next(waiting, absent, 0), 'send')
  assert.equal(next(waiting, { ...absent, sent: 'unknown' }, 0), 'wait 2.5..120')
  const never = { ...absent, sent: 'refused' } as const
  assert.equal(next(waiting, never, 0), 'wait 2.5..120 stuck', 'an operator is notified at once')
  const noHigher = { ...pool, bump: { status: 'refused', code: 'fee.cap', isVoid: false } } as const
  assert.equal(next(waiting, noHigher, 60_000), 'wait 2.5..120 stuck')
  const asks = { ...pool, bump: { status: 'unknown' } } as const
  assert.equal(next(waiting, asks, 60_000), 'wait 0.5..60')
})

test('INV-13: after a move only the mined block stays known', () => {
  const facts = { ...nothingKnown, found: mined(true), sent: 'accepted' } as const
  for (const state of chainWithdrawalStates) {
    const isKept = state === 'confirming' || state === 'done'
    assert.deepEqual(knownAfter({ ...requested, state }, facts), isKept ? facts : nothingKnown)
  }
})

/** One nonce or set of inputs of a chain: the transactions that use it exclude each other. */
type Slot = {
  signed: number
  /** The signed transaction that the chain has, or a foreign one. */
  mined: number | 'other' | null
  isFinal: boolean
  isReverted: boolean
  /** The signer recorded that it never signs this one. */
  isVoid: boolean
}

const seeds = fc.array(fc.nat(99), { minLength: 30, maxLength: 160 })

test('INV-13 ATT-94: for every behavior of signer, network and chain, a withdrawal is paid once or given back', async () => {
  const ends = new Map<ChainWithdrawalState, number>()
  await fc.assert(
    fc.asyncProperty(seeds, async (dice) => {
      const run = playOut(dice)
      ends.set(run.state, (ends.get(run.state) ?? 0) + 1)
    }),
    { numRuns: 3_000, includeErrorInReport: true },
  )
  for (const state of ['done', 'failed', 'canceled'] as const) {
    assert.ok((ends.get(state) ?? 0) > 20, `${state}: ${ends.get(state)}`)
  }
})

/** Answers every question at random, and compares the bookings with the chain. */
function playOut(dice: readonly number[]): ChainWithdrawal {
  let row: ChainWithdrawal = { ...requested, approvalsNeeded: (dice[0] ?? 0) % 2 }
  let facts: ChainWithdrawalFacts = nothingKnown
  const slot: Slot = { signed: 0, mined: null, isFinal: false, isReverted: false, isVoid: false }
  const books = new Set<string>()
  for (const [index, die] of dice.entries()) {
    chance(slot, die)
    if (die % 29 === 0 && ['held', 'waiting_approval', 'approved'].includes(row.state)) {
      row = { ...row, canceledBy: 'user', version: row.version + 1 }
    }
    if (die % 3 === 0) row = { ...row, approvals: row.approvals + 1 }
    const isGivenUp = row.state === 'broadcast' || (row.state === 'signing' && die % 3 === 0)
    if (die % 4 === 0 && isGivenUp) row = { ...row, agreedBack: row.agreedBack + 1 }
    // A crash: facts are lost, bookings are not.
    if (die % 11 === 0) facts = nothingKnown
    const decision = decideChainWithdrawal(row, facts, index * 30_000, bumps)
    if (decision.kind === 'wait') facts = nothingKnown
    if (decision.kind === 'act') facts = answer({ act: decision.act, facts, slot, books, die })
    if (decision.kind === 'move') {
      requireEdge(chainWithdrawalEdges, row.state, decision.to)
      const { signed_count: signed, sent_at: sentAt } = decision.changes
      row = {
        ...row,
        state: decision.to,
        cause: decision.cause,
        version: row.version + 1,
        holdId: 5,
        agreedBack: decision.to === 'signed' ? 0 : row.agreedBack,
        signedCount: typeof signed === 'number' ? signed : row.signedCount,
        sentAtMs: sentAt instanceof Date ? sentAt.getTime() : row.sentAtMs,
      }
      facts = knownAfter(row, facts)
    }
    requireOnce(row, slot, books)
  }
  return row
}

function requireOnce(row: ChainWithdrawal, slot: Slot, books: ReadonlySet<string>): void {
  const isPaid = typeof slot.mined === 'number' && !slot.isReverted
  if (books.has('settle')) {
    assert.ok(isPaid && slot.isFinal, 'settled before the chain had it for good')
    assert.ok(!books.has('release'), 'paid and given back')
  }
  if (books.has('release')) {
    const isOver = slot.isFinal && !isPaid
    assert.ok(slot.signed === 0 || isOver, 'given back while it could still be mined')
  }
  if (row.state === 'done') assert.ok(books.has('settle') && books.has('settle_fee'))
  if (row.state === 'failed') {
    const isReverted = typeof slot.mined === 'number' && slot.isReverted
    assert.equal(books.has('settle_fee'), isReverted, 'a fee is kept where its gas was spent')
  }
  if (['failed', 'canceled'].includes(row.state)) assert.ok(books.has('release'))
  assert.ok(chainWithdrawalStates.includes(row.state))
}

/** The chain mines a sent transaction, removes it, or mines another one. */
function chance(slot: Slot, die: number): void {
  if (slot.isFinal || slot.signed === 0) return
  if (slot.mined === null) {
    if (die % 7 === 1) slot.mined = die % slot.signed
    if (die % 23 === 2) slot.mined = 'other'
    slot.isReverted = typeof slot.mined === 'number' && die % 5 === 0
    return
  }
  if (die % 9 === 1) slot.mined = null
  else if (die % 5 === 2) slot.isFinal = true
}

type Question = {
  readonly act: ChainWithdrawalAct
  readonly facts: ChainWithdrawalFacts
  readonly slot: Slot
  readonly books: Set<string>
  readonly die: number
}

function answer({ act, facts, slot, books, die }: Question): ChainWithdrawalFacts {
  const book = (name: string) => {
    if (die % 6 === 0) return { status: 'later' } as const
    books.add(name)
    return done
  }
  switch (act) {
    case 'hold': {
      const events = [{ ...hold, remaining: 1_000, source: '' }] as never
      return { ...facts, hold: { status: 'done', events } }
    }
    case 'check_hold':
      return { ...facts, holdCheck: die % 13 === 0 ? 'later' : 'standing' }
    case 'plan':
      return { ...facts, funding: die % 4 === 0 ? 'short' : 'enough' }
    case 'sign':
    case 'bump': {
      const name = act === 'sign' ? 'signing' : 'bump'
      const isRefused = slot.isVoid || die % 8 === 3
      const isVoid = isRefused && act === 'sign' && slot.signed === 0
      slot.isVoid = isVoid
      if (isRefused) return { ...facts, [name]: { status: 'refused', code: 'caps', isVoid } }
      // Signed, and the answer may be lost.
      slot.signed = act === 'sign' ? Math.max(slot.signed, 1) : slot.signed + 1
      return { ...facts, [name]: { status: die % 4 === 1 ? 'unknown' : 'signed' } }
    }
    case 'void': {
      if (die % 7 === 3) return { ...facts, signing: { status: 'unknown' } }
      slot.isVoid = slot.signed === 0
      if (slot.isVoid) {
        return { ...facts, signing: { status: 'refused', code: 'void', isVoid: true } }
      }
      return { ...facts, signing: { status: 'signed', count: 1 } }
    }
    case 'send': {
      const outcomes = ['accepted', 'unknown', 'conflict', 'fee_too_low', 'refused'] as const
      return { ...facts, sent: outcomes[die % outcomes.length] ?? 'unknown' }
    }
    case 'find':
      return { ...facts, found: foundIn(slot, die) }
    case 'settle':
      return { ...facts, settled: book(act) }
    case 'settle_fee':
      return { ...facts, feeSettled: book(act) }
    case 'release':
      return { ...facts, release: book(act) }
  }
}

function foundIn({ mined: which, isFinal, isReverted }: Slot, die: number) {
  if (die % 5 === 4) return { status: 'unknown' } as const
  if (which === 'other') return { status: 'displaced', isFinal } as const
  if (which === null) return { status: die % 2 === 0 ? 'pool' : 'absent' } as const
  return isReverted ? ({ status: 'reverted', isFinal } as const) : mined(isFinal)
}

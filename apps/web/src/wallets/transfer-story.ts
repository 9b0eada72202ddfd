/**
 * What a transfer tells of itself: what happened, what is next, who does it, and why it waits. The
 * server sends words and moments; the sentences are made here, in the page's language.
 */
import { transferMessages } from '@tukar/i18n'
import type { DepositState, WithdrawalState } from '@tukar/wire'
import { sayer } from '../app/say.ts'
import type { TransferNext, TransferStep } from './rupiah.ts'

const say = sayer(transferMessages)

type Actor = 'you' | 'us' | 'person' | 'bank'

/** Of a state: what happened, what follows while it is the last one, and who does that. */
type Telling = {
  readonly title: string
  readonly next: string | null
  /** Null where nobody has to do anything: it is over. */
  readonly actor: Actor | null
  readonly isEnd?: 'good' | 'bad'
}

const deposits: Readonly<Record<DepositState, Telling>> = {
  created: { title: say('created'), next: say('createdNext'), actor: 'bank' },
  pending: { title: say('pending'), next: say('pendingNext'), actor: 'you' },
  paid: { title: say('paid'), next: say('paidNext'), actor: 'us' },
  credited: { title: say('credited'), next: null, actor: null, isEnd: 'good' },
  expired: { title: say('expired'), next: say('expiredNext'), actor: null, isEnd: 'bad' },
  quarantined: { title: say('quarantined'), next: say('quarantinedNext'), actor: 'person' },
  reversed: {
    title: say('depositReversed'),
    next: say('depositReversedNext'),
    actor: null,
    isEnd: 'bad',
  },
}

const withdrawals: Readonly<Record<Exclude<WithdrawalState, 'waiting'>, Telling>> = {
  requested: { title: say('requested'), next: say('requestedNext'), actor: 'us' },
  held: { title: say('held'), next: say('heldNext'), actor: 'us' },
  approved: { title: say('approved'), next: say('approvedNext'), actor: 'us' },
  sending: { title: say('sending'), next: say('sendingNext'), actor: 'bank' },
  unknown: { title: say('unknown'), next: say('unknownNext'), actor: 'us' },
  sent: { title: say('sent'), next: say('sentNext'), actor: 'bank' },
  completed: { title: say('completed'), next: null, actor: null, isEnd: 'good' },
  failed: { title: say('failed'), next: say('failedNext'), actor: null, isEnd: 'bad' },
  canceled: { title: say('canceled'), next: say('canceledNext'), actor: null, isEnd: 'bad' },
  refused: { title: say('refused'), next: say('refusedNext'), actor: null, isEnd: 'bad' },
  reversed: {
    title: say('withdrawalReversed'),
    next: say('withdrawalReversedNext'),
    actor: null,
    isEnd: 'bad',
  },
}

const waits: Readonly<Record<string, Telling>> = {
  security_hold: {
    title: say('waitingSecurity'),
    next: say('waitingSecurityNext'),
    actor: 'us',
  },
  review: { title: say('waitingReview'), next: say('waitingReviewNext'), actor: 'person' },
  name_mismatch: { title: say('waitingName'), next: say('waitingNameNext'), actor: 'person' },
  gateway_balance: { title: say('waitingBalance'), next: say('waitingBalanceNext'), actor: 'us' },
}
const waitsOtherwise: Telling = {
  title: say('waitingOther'),
  next: say('waitingOtherNext'),
  actor: 'person',
}
/** A state that this page does not know is still told of. */
const otherwise: Telling = { title: say('other'), next: say('otherNext'), actor: 'us' }

const noInvoice: Telling = {
  title: say('notCreated'),
  next: say('notCreatedNext'),
  actor: null,
  isEnd: 'bad',
}
/** Why a deposit ended that never had an invoice. */
const depositCauses: Readonly<Record<string, Telling>> = {
  not_created: noInvoice,
  unreachable: noInvoice,
  refused: noInvoice,
}

export type TransferKind = 'deposit' | 'withdrawal'

function tellingOf(kind: TransferKind, { state, cause }: TransferStep): Telling {
  const known: Readonly<Record<string, Telling>> = kind === 'deposit' ? deposits : withdrawals
  if (kind === 'deposit' && state === 'expired' && cause !== null) {
    return depositCauses[cause] ?? deposits.expired
  }
  if (kind === 'withdrawal' && state === 'waiting') return waits[cause ?? ''] ?? waitsOtherwise
  return known[state] ?? otherwise
}

/** What the bank said of a payout that it could not make. */
function causeText(kind: TransferKind, { state, cause }: TransferStep): string | null {
  if (kind !== 'withdrawal' || state !== 'failed' || cause === null) return null
  return cause.includes('DESTINATION') || cause.includes('ACCOUNT')
    ? say('failedAccount')
    : say('causeCode', { cause })
}

/** One line of a timeline. */
export type Told = {
  readonly key: string
  readonly title: string
  readonly atMs: number
  readonly note: string | null
  readonly isEnd: 'good' | 'bad' | null
}

/** What comes after the last line. */
export type Coming = {
  readonly text: string
  readonly actor: string | null
  readonly atMs: number | null
}

export type Story = { readonly told: readonly Told[]; readonly coming: Coming | null }

/** Tells a transfer: its steps, oldest first, and what is next; null where it is over and well. */
export function storyOf(
  kind: TransferKind,
  steps: readonly TransferStep[],
  next: TransferNext | null,
): Story {
  const told = steps.map((step, index): Told => {
    const { title, isEnd } = tellingOf(kind, step)
    const key = `${index}-${step.state}`
    return { key, title, atMs: step.atMs, note: causeText(kind, step), isEnd: isEnd ?? null }
  })
  const last = steps.at(-1)
  if (last === undefined) return { told, coming: null }
  const telling = tellingOf(kind, last)
  if (telling.next === null) return { told, coming: null }
  const { actor } = telling
  const coming = {
    text: telling.next,
    actor: actor === null ? null : say('actor', { who: say(actor) }),
    atMs: next?.atMs ?? null,
  }
  return { told, coming }
}

/**
 * What a transfer tells of itself: what happened, what is next, who does it, and why it waits. The
 * server sends words and moments; the sentences are made here, in the page's language.
 */
import type { Translator, transferMessages } from '@tukar/i18n'
import type { DepositState, WithdrawalState } from '@tukar/wire'
import type { TransferNext, TransferStep } from './rupiah.ts'

type Say = Translator<(typeof transferMessages)['en']>

type Actor = 'you' | 'us' | 'person' | 'bank'

/** Of a state: what happened, what follows while it is the last one, and who does that. */
type Telling = {
  readonly title: string
  readonly next: string | null
  /** Null where nobody has to do anything: it is over. */
  readonly actor: Actor | null
  readonly isEnd?: 'good' | 'bad'
}

export type TransferKind = 'deposit' | 'withdrawal'

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

type Tellings = {
  readonly otherwise: Telling
  readonly deposits: Readonly<Record<DepositState, Telling>>
  /** By state and cause. */
  readonly depositCauses: Readonly<Record<string, Telling>>
  readonly withdrawals: Readonly<Record<Exclude<WithdrawalState, 'waiting'>, Telling>>
  readonly rejected: Telling
  readonly waits: Readonly<Record<string, Telling>>
  readonly waitsOtherwise: Telling
}

/** It is over, and not as it was meant. */
function badEnd(title: string, next: string): Telling {
  return { title, next, actor: null, isEnd: 'bad' }
}

function depositTellings(say: Say): Pick<Tellings, 'deposits' | 'depositCauses'> {
  const noInvoice = badEnd(say('notCreated'), say('notCreatedNext'))
  const differs: Telling = {
    title: say('quarantined'),
    next: say('quarantinedNext'),
    actor: 'person',
  }
  const proof: Telling = { title: say('proof'), next: say('proofNext'), actor: 'person' }
  const proofClosed: Telling = {
    title: say('proofClosed'),
    next: say('proofClosedNext'),
    actor: 'you',
  }
  return {
    deposits: {
      created: { title: say('created'), next: say('createdNext'), actor: 'bank' },
      pending: { title: say('pending'), next: say('pendingNext'), actor: 'you' },
      paid: { title: say('paid'), next: say('paidNext'), actor: 'us' },
      credited: { title: say('credited'), next: null, actor: null, isEnd: 'good' },
      expired: badEnd(say('expired'), say('expiredNext')),
      quarantined: {
        title: say('quarantinedOther'),
        next: say('quarantinedOtherNext'),
        actor: 'person',
      },
      reversed: badEnd(say('depositReversed'), say('depositReversedNext')),
    },
    depositCauses: {
      'expired not_created': noInvoice,
      'expired unreachable': noInvoice,
      'expired refused': noInvoice,
      'expired rejected': badEnd(say('depositRejected'), say('depositRejectedNext')),
      'created proof': proof,
      'pending proof': proof,
      'quarantined proof': proof,
      'created proof_closed': proofClosed,
      'pending proof_closed': proofClosed,
      'quarantined amount_differs': differs,
      'quarantined invoice_differs': differs,
    },
  }
}

function withdrawalTellings(say: Say): Pick<Tellings, 'withdrawals' | 'rejected'> {
  return {
    withdrawals: {
      requested: { title: say('requested'), next: say('requestedNext'), actor: 'us' },
      held: { title: say('held'), next: say('heldNext'), actor: 'us' },
      approved: { title: say('approved'), next: say('approvedNext'), actor: 'us' },
      sending: { title: say('sending'), next: say('sendingNext'), actor: 'bank' },
      unknown: { title: say('unknown'), next: say('unknownNext'), actor: 'us' },
      sent: { title: say('sent'), next: say('sentNext'), actor: 'bank' },
      completed: { title: say('completed'), next: null, actor: null, isEnd: 'good' },
      failed: badEnd(say('failed'), say('failedNext')),
      canceled: badEnd(say('canceled'), say('canceledNext')),
      refused: badEnd(say('refused'), say('refusedNext')),
      reversed: badEnd(say('withdrawalReversed'), say('withdrawalReversedNext')),
    },
    rejected: badEnd(say('withdrawalRejected'), say('withdrawalRejectedNext')),
  }
}

function waitTellings(say: Say): Pick<Tellings, 'waits' | 'waitsOtherwise'> {
  return {
    waits: {
      security_hold: {
        title: say('waitingSecurity'),
        next: say('waitingSecurityNext'),
        actor: 'us',
      },
      new_device: {
        title: say('waitingDevice'),
        next: say('waitingDeviceNext'),
        actor: 'us',
      },
      new_receiver: {
        title: say('waitingReceiver'),
        next: say('waitingReceiverNext'),
        actor: 'us',
      },
      review: { title: say('waitingReview'), next: say('waitingReviewNext'), actor: 'person' },
      name_mismatch: { title: say('waitingName'), next: say('waitingNameNext'), actor: 'person' },
      gateway_balance: {
        title: say('waitingBalance'),
        next: say('waitingBalanceNext'),
        actor: 'us',
      },
      account_suspended: {
        title: say('waitingSuspended'),
        next: say('waitingSuspendedNext'),
        actor: 'person',
      },
      account_held: {
        title: say('waitingAccount'),
        next: say('waitingAccountNext'),
        actor: 'person',
      },
    },
    waitsOtherwise: {
      title: say('waitingOther'),
      next: say('waitingOtherNext'),
      actor: 'person',
    },
  }
}

function tellingOf(all: Tellings, kind: TransferKind, { state, cause }: TransferStep): Telling {
  const known: Readonly<Record<string, Telling>> =
    kind === 'deposit' ? all.deposits : all.withdrawals
  // A state that this page does not know is still told of.
  const telling = known[state] ?? all.otherwise
  if (kind === 'deposit') return all.depositCauses[`${state} ${cause}`] ?? telling
  if (state === 'canceled' && cause === 'operator') return all.rejected
  return state === 'waiting' ? (all.waits[cause ?? ''] ?? all.waitsOtherwise) : telling
}

/** Why our people rejected a payout, or what the bank said of one that it could not make. */
function causeText(say: Say, kind: TransferKind, step: TransferStep): string | null {
  const { state, cause, reason } = step
  if (kind === 'withdrawal' && state === 'canceled' && reason !== undefined) {
    return say('rejectedWhy', { reason })
  }
  if (kind !== 'withdrawal' || state !== 'failed' || cause === null) return null
  return /destination|account/i.test(cause) ? say('failedAccount') : say('causeCode', { cause })
}

/** Tells a transfer: its steps, oldest first, and what is next; null where it is over and well. */
export type Tell = (
  kind: TransferKind,
  steps: readonly TransferStep[],
  next: TransferNext | null,
) => Story

/** Makes what tells transfers in the words of a language. */
export function storyTeller(say: Say): Tell {
  const all: Tellings = {
    otherwise: { title: say('other'), next: say('otherNext'), actor: 'us' },
    ...depositTellings(say),
    ...withdrawalTellings(say),
    ...waitTellings(say),
  }
  return (kind, steps, next) => storyOf(say, all, { kind, steps, next })
}

type Asked = {
  readonly kind: TransferKind
  readonly steps: readonly TransferStep[]
  readonly next: TransferNext | null
}

function storyOf(say: Say, all: Tellings, { kind, steps, next }: Asked): Story {
  const told = steps.map((step, index): Told => {
    const { title, isEnd } = tellingOf(all, kind, step)
    const key = `${index}-${step.state}`
    return { key, title, atMs: step.atMs, note: causeText(say, kind, step), isEnd: isEnd ?? null }
  })
  const last = steps.at(-1)
  if (last === undefined) return { told, coming: null }
  const telling = tellingOf(all, kind, last)
  if (telling.next === null) return { told, coming: null }
  // The bank's side is unclear: the server says that people clear it up.
  const isClearedUp = telling.actor !== 'person' && next?.what === 'review'
  const actor = isClearedUp ? 'person' : telling.actor
  const isReviewedToo = next?.what === 'hold_ends_review'
  const coming = {
    text: isClearedUp
      ? say('clearedUpNext')
      : isReviewedToo
        ? say('waitingSecurityReviewNext')
        : telling.next,
    actor: actor === null ? null : say('actor', { who: say(actor) }),
    atMs: next?.atMs ?? null,
  }
  return { told, coming }
}

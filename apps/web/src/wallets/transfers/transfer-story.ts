/**
 * The story of a rupiah transfer: events, next step, who acts, and why it waits. The server sends codes and
 * times; this file makes the sentences in the page's language.
 */
import type { Translator, transferMessages } from '@tukar/i18n'
import type { DepositState, WithdrawalState } from '@tukar/wire'
import type { TransferNext, TransferStep } from '../rupiah/rupiah.ts'

type Translate = Translator<(typeof transferMessages)['en']>

type Actor = 'you' | 'us' | 'person' | 'bank'

/** The texts of a state: the event, the next step while it is the last state, and who acts. */
type StateTexts = {
  readonly title: string
  readonly next: string | null
  /** Null if nobody has to act, because the transfer ended. */
  readonly actor: Actor | null
  readonly isEnd?: 'good' | 'bad'
}

export type TransferKind = 'deposit' | 'withdrawal'

/** One entry of a timeline. */
export type TimelineEntry = {
  readonly key: string
  readonly title: string
  readonly atMs: number
  readonly note: string | null
  readonly isEnd: 'good' | 'bad' | null
}

/** The step after the last entry. */
export type NextStep = {
  readonly text: string
  readonly actor: string | null
  readonly atMs: number | null
}

export type Story = {
  readonly entries: readonly TimelineEntry[]
  readonly nextStep: NextStep | null
}

type StoryTexts = {
  readonly otherwise: StateTexts
  readonly deposits: Readonly<Record<DepositState, StateTexts>>
  /** By state and cause. */
  readonly depositCauses: Readonly<Record<string, StateTexts>>
  readonly withdrawals: Readonly<Record<Exclude<WithdrawalState, 'waiting'>, StateTexts>>
  readonly rejected: StateTexts
  readonly waits: Readonly<Record<string, StateTexts>>
  readonly waitsOtherwise: StateTexts
}

/** The texts of an unsuccessful end. */
function badEnd(title: string, next: string): StateTexts {
  return { title, next, actor: null, isEnd: 'bad' }
}

function depositTexts(t: Translate): Pick<StoryTexts, 'deposits' | 'depositCauses'> {
  const noInvoice = badEnd(t('notCreated'), t('notCreatedNext'))
  const differs: StateTexts = {
    title: t('quarantined'),
    next: t('quarantinedNext'),
    actor: 'person',
  }
  const proof: StateTexts = { title: t('proof'), next: t('proofNext'), actor: 'person' }
  const proofClosed: StateTexts = {
    title: t('proofClosed'),
    next: t('proofClosedNext'),
    actor: 'you',
  }
  return {
    deposits: {
      created: { title: t('created'), next: t('createdNext'), actor: 'bank' },
      pending: { title: t('pending'), next: t('pendingNext'), actor: 'you' },
      paid: { title: t('paid'), next: t('paidNext'), actor: 'us' },
      credited: { title: t('credited'), next: null, actor: null, isEnd: 'good' },
      expired: badEnd(t('expired'), t('expiredNext')),
      quarantined: {
        title: t('quarantinedOther'),
        next: t('quarantinedOtherNext'),
        actor: 'person',
      },
      reversed: badEnd(t('depositReversed'), t('depositReversedNext')),
    },
    depositCauses: {
      'expired not_created': noInvoice,
      'expired unreachable': noInvoice,
      'expired refused': noInvoice,
      'expired rejected': badEnd(t('depositRejected'), t('depositRejectedNext')),
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

function withdrawalTexts(t: Translate): Pick<StoryTexts, 'withdrawals' | 'rejected'> {
  return {
    withdrawals: {
      requested: { title: t('requested'), next: t('requestedNext'), actor: 'us' },
      held: { title: t('held'), next: t('heldNext'), actor: 'us' },
      approved: { title: t('approved'), next: t('approvedNext'), actor: 'us' },
      sending: { title: t('sending'), next: t('sendingNext'), actor: 'bank' },
      unknown: { title: t('unknown'), next: t('unknownNext'), actor: 'us' },
      sent: { title: t('sent'), next: t('sentNext'), actor: 'bank' },
      completed: { title: t('completed'), next: null, actor: null, isEnd: 'good' },
      failed: badEnd(t('failed'), t('failedNext')),
      canceled: badEnd(t('canceled'), t('canceledNext')),
      refused: badEnd(t('refused'), t('refusedNext')),
      reversed: badEnd(t('withdrawalReversed'), t('withdrawalReversedNext')),
    },
    rejected: badEnd(t('withdrawalRejected'), t('withdrawalRejectedNext')),
  }
}

function waitTexts(t: Translate): Pick<StoryTexts, 'waits' | 'waitsOtherwise'> {
  return {
    waits: {
      security_hold: {
        title: t('waitingSecurity'),
        next: t('waitingSecurityNext'),
        actor: 'us',
      },
      new_device: {
        title: t('waitingDevice'),
        next: t('waitingDeviceNext'),
        actor: 'us',
      },
      new_receiver: {
        title: t('waitingReceiver'),
        next: t('waitingReceiverNext'),
        actor: 'us',
      },
      review: { title: t('waitingReview'), next: t('waitingReviewNext'), actor: 'person' },
      name_mismatch: { title: t('waitingName'), next: t('waitingNameNext'), actor: 'person' },
      gateway_balance: {
        title: t('waitingBalance'),
        next: t('waitingBalanceNext'),
        actor: 'us',
      },
      account_suspended: {
        title: t('waitingSuspended'),
        next: t('waitingSuspendedNext'),
        actor: 'person',
      },
      account_held: {
        title: t('waitingAccount'),
        next: t('waitingAccountNext'),
        actor: 'person',
      },
    },
    waitsOtherwise: {
      title: t('waitingOther'),
      next: t('waitingOtherNext'),
      actor: 'person',
    },
  }
}

function findStateTexts(
  all: StoryTexts,
  kind: TransferKind,
  { state, cause }: TransferStep,
): StateTexts {
  const known: Readonly<Record<string, StateTexts>> =
    kind === 'deposit' ? all.deposits : all.withdrawals
  // A state that this page does not know gets a general text.
  const texts = known[state] ?? all.otherwise
  if (kind === 'deposit') return all.depositCauses[`${state} ${cause}`] ?? texts
  if (state === 'canceled' && cause === 'operator') return all.rejected
  return state === 'waiting' ? (all.waits[cause ?? ''] ?? all.waitsOtherwise) : texts
}

/** Why operators rejected a payout, or why the bank failed to make it. */
function causeText(t: Translate, kind: TransferKind, step: TransferStep): string | null {
  const { state, cause, reason } = step
  if (kind === 'withdrawal' && state === 'canceled' && reason !== undefined) {
    return t('rejectedWhy', { reason })
  }
  if (kind !== 'withdrawal' || state !== 'failed' || cause === null) return null
  return /destination|account/i.test(cause) ? t('failedAccount') : t('causeCode', { cause })
}

/** Builds the story of a transfer from its steps, oldest first, and its next step. */
export type BuildStory = (
  kind: TransferKind,
  steps: readonly TransferStep[],
  next: TransferNext | null,
) => Story

/** Creates the story builder for a language. */
export function createStoryBuilder(t: Translate): BuildStory {
  const all: StoryTexts = {
    otherwise: { title: t('other'), next: t('otherNext'), actor: 'us' },
    ...depositTexts(t),
    ...withdrawalTexts(t),
    ...waitTexts(t),
  }
  return (kind, steps, next) => toStory(t, all, { kind, steps, next })
}

type StoryInput = {
  readonly kind: TransferKind
  readonly steps: readonly TransferStep[]
  readonly next: TransferNext | null
}

function toStory(t: Translate, all: StoryTexts, { kind, steps, next }: StoryInput): Story {
  const entries = steps.map((step, index): TimelineEntry => {
    const { title, isEnd } = findStateTexts(all, kind, step)
    const key = `${index}-${step.state}`
    return { key, title, atMs: step.atMs, note: causeText(t, kind, step), isEnd: isEnd ?? null }
  })
  const last = steps.at(-1)
  if (last === undefined) return { entries, nextStep: null }
  const texts = findStateTexts(all, kind, last)
  if (texts.next === null) return { entries, nextStep: null }
  // The bank's outcome is unclear; the server reports that operators review it.
  const isClearedUp = texts.actor !== 'person' && next?.what === 'review'
  const actor = isClearedUp ? 'person' : texts.actor
  const isReviewedToo = next?.what === 'hold_ends_review'
  const nextStep = {
    text: isClearedUp
      ? t('clearedUpNext')
      : isReviewedToo
        ? t('waitingSecurityReviewNext')
        : texts.next,
    actor: actor === null ? null : t('actor', { who: t(actor) }),
    atMs: next?.atMs ?? null,
  }
  return { entries, nextStep }
}

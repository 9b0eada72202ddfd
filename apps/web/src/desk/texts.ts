/** The console's texts for the server's codes. */
import { deskMessages, formatRupiah, formatWib } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import type { BadgeTone } from '../ui/feedback.tsx'
import { type Age, toAge } from './cases/age.ts'
import type { Decision } from './cases/cases.ts'
import { identityQueueText, t as tIdentity } from './identity/identity-texts.ts'
import { chainQueueTitle, isChainQueue } from './chains/chain-texts.ts'
import type { CasePart } from './frame/console-route.ts'

export const t = pageTranslator(deskMessages)

type Key = keyof (typeof deskMessages)['en']

const queueKeys: Readonly<Record<string, Key>> = {
  'deposits.proof': 'queueProof',
  'deposits.quarantined': 'queueQuarantined',
  'deposits.all': 'queueAllDeposits',
  'withdrawals.waiting': 'queueWaiting',
  'withdrawals.unknown': 'queueUnknown',
  'withdrawals.all': 'queueAllPayouts',
  'operators.proposals': 'queueProposals',
}

const roleKeys: Readonly<Record<string, Key>> = {
  support: 'roleSupport',
  kyc: 'roleKyc',
  finance: 'roleFinance',
  risk: 'roleRisk',
  admin: 'roleAdmin',
}

const stateTexts: Readonly<Record<string, readonly [Key, BadgeTone]>> = {
  created: ['stateCreated', 'neutral'],
  pending: ['statePending', 'neutral'],
  paid: ['statePaid', 'accent'],
  credited: ['stateCredited', 'up'],
  expired: ['stateExpired', 'neutral'],
  quarantined: ['stateQuarantined', 'warn'],
  reversed: ['stateReversed', 'down'],
  requested: ['stateRequested', 'neutral'],
  held: ['stateHeld', 'neutral'],
  waiting: ['stateWaiting', 'warn'],
  approved: ['stateApproved', 'accent'],
  sending: ['stateSending', 'accent'],
  unknown: ['stateUnknown', 'warn'],
  sent: ['stateSent', 'accent'],
  completed: ['stateCompleted', 'up'],
  failed: ['stateFailed', 'down'],
  canceled: ['stateCanceled', 'neutral'],
  refused: ['stateRefused', 'down'],
}

/** Flags that deposits and payouts share, and flags of one of them. */
const flagKeys: Readonly<Record<string, Key>> = {
  'withdrawals.amount': 'flagReview',
  'withdrawals.operator': 'flagRejected',
  'withdrawals.user': 'flagByOwner',
  'withdrawals.link': 'flagByLink',
  review: 'flagReview',
  security_hold: 'flagHold',
  new_device: 'flagNewDevice',
  new_receiver: 'flagNewReceiver',
  account_suspended: 'flagSuspended',
  account_held: 'flagAccountHeld',
  name_mismatch: 'flagName',
  gateway_balance: 'flagBalance',
  unknown: 'flagUnknown',
  amount_differs: 'flagAmount',
  invoice_differs: 'flagInvoice',
  fact_reused: 'flagReused',
  account_deleted: 'flagGone',
  not_booked: 'flagNotBooked',
  settle_refused: 'flagRefused',
  release_refused: 'flagRefused',
  in_suspense: 'flagSuspense',
  not_confirmed: 'flagNotConfirmed',
  owner_unproven: 'flagOwnerUnproven',
  paid_after_failed: 'flagPaidAfter',
  paid_after_rejected: 'flagPaidRejected',
  hold_gone: 'flagHoldGone',
  request_forged: 'flagForged',
  votes_unproven: 'flagUnproven',
  payout_differs: 'flagPayoutDiffers',
  payout_absent: 'flagPayoutAbsent',
  paid_in_doubt: 'flagInDoubt',
  gateway_refuses: 'flagGatewayRefuses',
  gateway_silent: 'flagGatewaySilent',
  look_breaks: 'flagBroken',
  booking_unclear: 'flagUnclear',
  not_found: 'flagNotFound',
  rejected: 'flagRejected',
  proof: 'flagProof',
  proof_closed: 'flagProofClosed',
}

const ageKeys = {
  seconds: 'ageSeconds',
  minutes: 'ageMinutes',
  hours: 'ageHours',
  days: 'ageDays',
} as const

/** The name of a queue by its server name; an unknown one as it is. */
export function queueText(name: string): string {
  if (isChainQueue(name)) return chainQueueTitle(name)
  const [part, queue = ''] = name.split('.')
  if (part === 'identity') return `${tIdentity('identity')}: ${identityQueueText(queue)}`
  const key = queueKeys[name]
  return key === undefined ? name : tPlain(key)
}

/** The name of a role. */
export function roleText(role: string): string {
  const key = roleKeys[role]
  return key === undefined ? role : tPlain(key)
}

/** The text of a state, and its color. */
export function stateText(state: string): { readonly text: string; readonly tone: BadgeTone } {
  const [key, tone] = stateTexts[state] ?? [null, 'neutral' as const]
  return { text: key === null ? state : tPlain(key), tone }
}

/** The state of a step by its cause: a cancellation by operators is shown as refused. */
export function stateOfStep(state: string, cause: string): string {
  return state === 'canceled' && cause === 'operator' ? 'refused' : state
}

/** Why a case was flagged, as a sentence. */
export function flagText(flag: string, part: CasePart): string {
  const key = flagKeys[`${part}.${flag}`] ?? flagKeys[flag]
  return key === undefined ? t('flagOther', { word: flag }) : tPlain(key)
}

const decisionKeys = {
  approve: 'approve',
  credit: 'credit',
  reverse: 'reverse',
  reject: 'reject',
  ask: 'askAgain',
  take_failed: 'takeFailed',
  take_paid: 'takePaid',
  unpaid: 'unpaid',
} as const satisfies Record<Decision, Key>

/** The verb of a decision. */
export function decisionText(decision: Decision): string {
  return tPlain(decisionKeys[decision])
}

/** The time since a moment, "12 min", and its urgency. */
export function toAgeText(beganAt: string): {
  readonly text: string
  readonly judged: Age['judged']
} {
  const { unit, count, judged } = toAge(beganAt, Date.now())
  return { text: t(ageKeys[unit], { count }), judged }
}

/** A duration: "12 min". */
export function durationText(seconds: number): string {
  return toAgeText(new Date(Date.now() - seconds * 1_000).toISOString()).text
}

/** Rupiah, formatted without decimals if they are zero. */
export function rupiahText(amount: string | null): string {
  const hasRest = amount !== null && /\.\d*[1-9]/.test(amount)
  return formatRupiah(amount, hasRest ? 2 : 0)
}

/** A time in Jakarta. */
export const momentText = formatWib

/** Translates texts without placeholders. */
function tPlain(key: Key): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the maps above hold keys without places
  return t(key as 'overview')
}

const agreedKeys = {
  approve: 'agreedApprove',
  credit: 'agreedCredit',
  reverse: 'agreedReverse',
  reject: 'agreedReject',
  ask: 'agreedAsk',
  take_failed: 'agreedFailed',
  take_paid: 'agreedPaid',
  unpaid: 'agreedUnpaid',
} as const

/** Who approved which decision, and when. */
export function agreedText(decision: Decision, name: string, at: string): string {
  return t(agreedKeys[decision], { name, at: momentText(at) })
}

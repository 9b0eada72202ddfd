/** The console's words for what the server names by a code. */
import { deskMessages, formatRupiah, formatWib } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import type { BadgeTone } from '../ui/feedback.tsx'
import { type Age, ageOf } from './cases/age.ts'
import type { Decision } from './cases/cases.ts'
import { identityQueueText, say as sayIdentity } from './identity/identity-words.ts'
import { chainQueueTitle, isChainQueue } from './chains/chain-words.ts'
import type { CasePart } from './frame/place.ts'

export const say = sayer(deskMessages)

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

const stateWords: Readonly<Record<string, readonly [Key, BadgeTone]>> = {
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

/** What both parts call by a word, and what a word means in one of them alone. */
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

/** The name of a queue as the server names it; an unknown one as it is. */
export function queueText(name: string): string {
  if (isChainQueue(name)) return chainQueueTitle(name)
  const [part, queue = ''] = name.split('.')
  if (part === 'identity') return `${sayIdentity('identity')}: ${identityQueueText(queue)}`
  const key = queueKeys[name]
  return key === undefined ? name : sayPlain(key)
}

/** The name of a role. */
export function roleText(role: string): string {
  const key = roleKeys[role]
  return key === undefined ? role : sayPlain(key)
}

/** The word for a state, and how it looks. */
export function stateText(state: string): { readonly text: string; readonly tone: BadgeTone } {
  const [key, tone] = stateWords[state] ?? [null, 'neutral' as const]
  return { text: key === null ? state : sayPlain(key), tone }
}

/** The state of a step, by its cause: what operators ended is refused, not canceled. */
export function stateOfStep(state: string, cause: string): string {
  return state === 'canceled' && cause === 'operator' ? 'refused' : state
}

/** Why a case was flagged, as a sentence. */
export function flagText(flag: string, part: CasePart): string {
  const key = flagKeys[`${part}.${flag}`] ?? flagKeys[flag]
  return key === undefined ? say('flagOther', { word: flag }) : sayPlain(key)
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
  return sayPlain(decisionKeys[decision])
}

/** How long ago something began, "12 min", and whether that is long. */
export function ageWords(beganAt: string): {
  readonly text: string
  readonly judged: Age['judged']
} {
  const { unit, count, judged } = ageOf(beganAt, Date.now())
  return { text: say(ageKeys[unit], { count }), judged }
}

/** How long something took: "12 min". */
export function waitWords(seconds: number): string {
  return ageWords(new Date(Date.now() - seconds * 1_000).toISOString()).text
}

/** Rupiah as it is shown: without decimals where there are none. */
export function rupiahText(amount: string | null): string {
  const hasRest = amount !== null && /\.\d*[1-9]/.test(amount)
  return formatRupiah(amount, hasRest ? 2 : 0)
}

/** A moment by Jakarta's clock. */
export const momentText = formatWib

/** Sentences without places. */
function sayPlain(key: Key): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the maps above hold keys without places
  return say(key as 'overview')
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

/** Who agreed to what, and when. */
export function agreedText(decision: Decision, name: string, at: string): string {
  return say(agreedKeys[decision], { name, at: momentText(at) })
}

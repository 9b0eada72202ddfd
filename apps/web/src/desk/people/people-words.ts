/** The console's words about people. */
import { deskPeopleMessages } from '@tukar/i18n'
import { rowNumber } from '@tukar/wire'
import { sayer } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import { identityStateText } from '../identity/identity-words.ts'

export const say = sayer(deskPeopleMessages)

type Key = keyof (typeof deskPeopleMessages)['en']

/** What the page of one person is called, by what follows in its address; null where it names nobody. */
export function personTitle([id = '', ...beyond]: readonly string[]): string | null {
  return rowNumber(id) === null || beyond.length > 0 ? null : say('accountName', { id })
}

/** The word for how far the identity of a person is. */
export function kycText(state: string): { readonly text: string; readonly tone: BadgeTone } {
  return state === 'none' ? { text: say('kycNone'), tone: 'neutral' } : identityStateText(state)
}

const eventKeys: Readonly<Record<string, Key>> = {
  'session.opened': 'eventSignedIn',
  'session.closed': 'eventSignedOut',
  'session.ended': 'eventEnded',
  'session.guessed': 'eventGuessed',
  'account.registered': 'eventRegistered',
  'email.verified': 'eventMail',
  'reset.requested': 'eventReset',
  'password.changed': 'eventPassword',
  'two_factor.on': 'eventFactorOn',
  'two_factor.off': 'eventFactorOff',
  'two_factor.guessed': 'eventFactorGuessed',
  'bank.saved': 'eventBankSaved',
  'bank.changed': 'eventBankChanged',
  'bank.locked': 'eventBankLocked',
  'bank.unlocked': 'eventBankUnlocked',
  'withdrawal.requested': 'eventWithdrawal',
  'kyc.consent': 'eventConsent',
  'agreement.signed': 'eventAgreement',
  'agreement.number_refused': 'eventNumberRefused',
  'otp.sent': 'eventCode',
  'account.proven': 'eventProven',
  'two_factor.reset': 'eventFactorReset',
  'two_factor.kept': 'eventFactorKept',
  'two_factor.reset_dropped': 'eventFactorResetDropped',
  'account.suspended': 'eventSuspended',
  'account.resumed': 'eventResumed',
  'desk.entered': 'eventConsole',
  'desk.refused': 'eventConsoleRefused',
}

/** What a security event was; an unknown one by its word. */
export function eventText(kind: string): string {
  const key = eventKeys[kind]
  return key === undefined ? kind : sayPlain(key)
}

const transferKeys = {
  deposits: 'deposit',
  withdrawals: 'payout',
  'chain-deposits': 'coinDeposit',
  'chain-withdrawals': 'coinPayout',
} as const

/** The name of a transfer's case: "Payout 7". */
export function transferText(part: keyof typeof transferKeys, id: number): string {
  return say(transferKeys[part], { id })
}

/** Sentences without places. */
function sayPlain(key: Key): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the maps above hold keys without places
  return say(key as 'search')
}

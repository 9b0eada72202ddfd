/** The console's texts about people. */
import { consolePeopleMessages } from '@tukar/i18n'
import { rowNumber } from '@tukar/wire'
import { pageTranslator } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import { identityStateText } from '../identity/identity-texts.ts'

export const t = pageTranslator(consolePeopleMessages)

type Key = keyof (typeof consolePeopleMessages)['en']

/** The title of a person's page, by the rest of its path; null if it is invalid. */
export function personTitle([id = '', ...beyond]: readonly string[]): string | null {
  return rowNumber(id) === null || beyond.length > 0 ? null : t('accountName', { id })
}

/** The text of a person's verification status. */
export function kycText(state: string): { readonly text: string; readonly tone: BadgeTone } {
  return state === 'none' ? { text: t('kycNone'), tone: 'neutral' } : identityStateText(state)
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

/** The text of a security event; an unknown one by its code. */
export function eventText(kind: string): string {
  const key = eventKeys[kind]
  return key === undefined ? kind : tPlain(key)
}

const transferKeys = {
  deposits: 'deposit',
  withdrawals: 'payout',
  'chain-deposits': 'coinDeposit',
  'chain-withdrawals': 'coinPayout',
} as const

/** The name of a transfer's case: "Payout 7". */
export function transferText(part: keyof typeof transferKeys, id: number): string {
  return t(transferKeys[part], { id })
}

/** Translates texts without placeholders. */
function tPlain(key: Key): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the maps above hold keys without places
  return t(key as 'search')
}

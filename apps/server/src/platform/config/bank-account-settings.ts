/** Rules of people's bank accounts, as configured (DEC-96, DEC-97). */
import { type Environment, readChoice } from './environment.ts'
import type { SettingDoc } from './settings.ts'

/** What locks a bank account: its first withdrawal, its first saving, or nothing. */
export const bankLocks = ['first-withdrawal', 'first-save', 'manual'] as const
export type BankLock = (typeof bankLocks)[number]

export type BankAccountSettings = {
  readonly lockOn: BankLock
  /** Whether an account must have the verified name of its owner, once there is one. */
  readonly nameMustMatch: boolean
}

export const bankAccountSettingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_BANK_LOCK_ON',
    default: 'first-withdrawal',
    meaning:
      'What locks the bank account of a user: `first-withdrawal` that arrived, `first-save`, or `manual`, an operator alone. Operators can lock and unlock in each case.',
  },
  {
    name: 'TUKAR_BANK_NAME_MUST_MATCH',
    default: 'yes',
    meaning:
      '`no` takes bank accounts in other names than the verified one of the user, and pays out to them without a review.',
  },
]

/** Reads the bank account settings; throws `SettingsError` for an unknown word. */
export function readBankAccountSettings(env: Environment): BankAccountSettings {
  const must = readChoice(env, 'TUKAR_BANK_NAME_MUST_MATCH', ['yes', 'no'] as const, 'yes')
  return {
    lockOn: readChoice(env, 'TUKAR_BANK_LOCK_ON', bankLocks, 'first-withdrawal'),
    nameMustMatch: must === 'yes',
  }
}

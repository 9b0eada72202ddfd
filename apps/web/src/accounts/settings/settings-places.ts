/** The places of the settings, in the order of their menu (SET-01). */
import {
  bankAccountMessages,
  settingsMessages,
  statementMessages,
  taxMessages,
  walletMessages,
} from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import type { IconName } from '../../ui/icon.tsx'

const say = sayer(settingsMessages)
const sayWallet = sayer(walletMessages)
const sayBank = sayer(bankAccountMessages)
const sayStatement = sayer(statementMessages)
const sayTax = sayer(taxMessages)

export type SettingsPlace = {
  readonly key: string
  readonly to:
    | '/settings/profile'
    | '/settings/wallets'
    | '/settings/statements'
    | '/settings/tax'
    | '/settings/bank'
    | '/settings/2fa'
    | '/settings/delete-account'
  readonly icon: IconName
  readonly name: string
  readonly hint: string
}

/** What the menu shows. */
export const settingsPlaces: readonly SettingsPlace[] = [
  {
    key: 'profile',
    to: '/settings/profile',
    icon: 'user',
    name: say('profile'),
    hint: say('profileHint'),
  },
  {
    key: 'wallets',
    to: '/settings/wallets',
    icon: 'wallet',
    name: sayWallet('title'),
    hint: sayWallet('hint'),
  },
  {
    key: 'statements',
    to: '/settings/statements',
    icon: 'swap',
    name: sayStatement('title'),
    hint: sayStatement('hint'),
  },
  {
    key: 'tax',
    to: '/settings/tax',
    icon: 'scale',
    name: sayTax('title'),
    hint: sayTax('hint'),
  },
  {
    key: 'bank',
    to: '/settings/bank',
    icon: 'receipt',
    name: sayBank('title'),
    hint: sayBank('hint'),
  },
  {
    key: '2fa',
    to: '/settings/2fa',
    icon: 'shield',
    name: say('twoFactor'),
    hint: say('twoFactorHint'),
  },
  {
    key: 'delete-account',
    to: '/settings/delete-account',
    icon: 'warning',
    name: say('deleteAccount'),
    hint: say('deleteHint'),
  },
]

/** The pages of the settings, in the order of the menu (SET-01). */
import {
  bankAccountMessages,
  settingsMessages,
  statementMessages,
  taxMessages,
  walletMessages,
} from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import type { IconName } from '../../ui/icon.tsx'

const t = pageTranslator(settingsMessages)
const tWallet = pageTranslator(walletMessages)
const tBank = pageTranslator(bankAccountMessages)
const tStatement = pageTranslator(statementMessages)
const tTax = pageTranslator(taxMessages)

export type SettingsEntry = {
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

/** The entries of the menu. */
export const settingsEntries: readonly SettingsEntry[] = [
  {
    key: 'profile',
    to: '/settings/profile',
    icon: 'user',
    name: t('profile'),
    hint: t('profileHint'),
  },
  {
    key: 'wallets',
    to: '/settings/wallets',
    icon: 'wallet',
    name: tWallet('title'),
    hint: tWallet('hint'),
  },
  {
    key: 'statements',
    to: '/settings/statements',
    icon: 'swap',
    name: tStatement('title'),
    hint: tStatement('hint'),
  },
  {
    key: 'tax',
    to: '/settings/tax',
    icon: 'scale',
    name: tTax('title'),
    hint: tTax('hint'),
  },
  {
    key: 'bank',
    to: '/settings/bank',
    icon: 'receipt',
    name: tBank('title'),
    hint: tBank('hint'),
  },
  {
    key: '2fa',
    to: '/settings/2fa',
    icon: 'shield',
    name: t('twoFactor'),
    hint: t('twoFactorHint'),
  },
  {
    key: 'delete-account',
    to: '/settings/delete-account',
    icon: 'warning',
    name: t('deleteAccount'),
    hint: t('deleteHint'),
  },
]

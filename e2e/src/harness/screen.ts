/** What a screen is, for pictures and for checks, and the words that its title is made of. */
import {
  accountMessages,
  bankAccountMessages,
  coinMessages,
  type Language,
  legalMessages,
  notificationMessages,
  rupiahMessages,
  settingsMessages,
  shellMessages,
  statementMessages,
  taxMessages,
  translatorOf,
  walletMessages,
} from '@tukar/i18n'
import type { Visitor } from './browser.ts'

/** Who looks: somebody without a session, or a demo trader. */
export type Viewer = 'guest' | 'user'

export type Screen = {
  readonly name: string
  readonly path: string
  /** The route of the app that shows it; null for what has none. */
  readonly route: string | null
  readonly viewers: readonly Viewer[]
  /** What the browser's tab says, whole, in this language. */
  readonly title: (language: Language) => RegExp
  /** Exists in this many pixels of width or more. */
  readonly fromPx?: number
  /** Exists in less than this many pixels of width. */
  readonly belowPx?: number
  /** Its path names what the server does not know: a refusal is no trouble there. */
  readonly isRefused?: true
  /** What has to be there before the page is opened. */
  readonly prepare?: (visitor: Visitor) => Promise<void>
  /** What a person does on the page to see it. */
  readonly reach?: (visitor: Visitor) => Promise<void>
}

/** The words of the screens, by part. */
export const translate = {
  account: (language: Language) => translatorOf(accountMessages, language),
  bank: (language: Language) => translatorOf(bankAccountMessages, language),
  coin: (language: Language) => translatorOf(coinMessages, language),
  legal: (language: Language) => translatorOf(legalMessages, language),
  notification: (language: Language) => translatorOf(notificationMessages, language),
  rupiah: (language: Language) => translatorOf(rupiahMessages, language),
  settings: (language: Language) => translatorOf(settingsMessages, language),
  shell: (language: Language) => translatorOf(shellMessages, language),
  statement: (language: Language) => translatorOf(statementMessages, language),
  tax: (language: Language) => translatorOf(taxMessages, language),
  wallet: (language: Language) => translatorOf(walletMessages, language),
}

/** Nothing but this text. */
export const exactly = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
/** GEN-10: product, a bar, the name of the route. */
export const titleWith = (nameOf: (language: Language) => string) => (language: Language) =>
  exactly(`Tukar | ${nameOf(language)}`)

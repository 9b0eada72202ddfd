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
  createTranslator,
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
  account: (language: Language) => createTranslator(accountMessages, language),
  bank: (language: Language) => createTranslator(bankAccountMessages, language),
  coin: (language: Language) => createTranslator(coinMessages, language),
  legal: (language: Language) => createTranslator(legalMessages, language),
  notification: (language: Language) => createTranslator(notificationMessages, language),
  rupiah: (language: Language) => createTranslator(rupiahMessages, language),
  settings: (language: Language) => createTranslator(settingsMessages, language),
  shell: (language: Language) => createTranslator(shellMessages, language),
  statement: (language: Language) => createTranslator(statementMessages, language),
  tax: (language: Language) => createTranslator(taxMessages, language),
  wallet: (language: Language) => createTranslator(walletMessages, language),
}

/** Nothing but this text. */
export const exactly = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
/** GEN-10: product, a bar, the name of the route. */
export const titleWith = (nameOf: (language: Language) => string) => (language: Language) =>
  exactly(`Tukar | ${nameOf(language)}`)

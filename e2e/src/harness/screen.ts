/** The definition of a screen, for screenshots and checks, and the texts of its title. */
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

/** The kind of visitor: without a session, or a demo trader. */
export type Viewer = 'guest' | 'user'

export type Screen = {
  readonly name: string
  readonly path: string
  /** The route of the app that shows the screen; null if there is none. */
  readonly route: string | null
  readonly viewers: readonly Viewer[]
  /** The whole title of the browser tab in this language. */
  readonly title: (language: Language) => RegExp
  /** The minimum width in pixels. */
  readonly fromPx?: number
  /** The width in pixels below which it exists. */
  readonly belowPx?: number
  /** The path has an unknown id, so a refused request is expected. */
  readonly isRefused?: true
  /** Prepares the state that the screen needs, before the page is opened. */
  readonly prepare?: (visitor: Visitor) => Promise<void>
  /** The actions on the page that lead to the screen. */
  readonly reach?: (visitor: Visitor) => Promise<void>
}

/** The translators of the screens, by area. */
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

/** Matches exactly this text. */
export const exactly = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
/** GEN-10: the product, a bar, the name of the route. */
export const titleWith = (nameOf: (language: Language) => string) => (language: Language) =>
  exactly(`Tukar | ${nameOf(language)}`)

/** The texts of changes in the page's language. */
import { consoleChangeMessages, tieAmounts } from '@tukar/i18n'
import type { ChangeStatus } from '@tukar/wire'
import { pageTranslator } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import type { Words } from './change-wire.ts'

export const t = pageTranslator(consoleChangeMessages)

const statuses = {
  waiting: ['statusWaiting', 'warn'],
  applying: ['statusApplying', 'accent'],
  applied: ['statusApplied', 'up'],
  declined: ['statusDeclined', 'neutral'],
  failed: ['statusFailed', 'down'],
  expired: ['statusExpired', 'neutral'],
} as const satisfies Record<ChangeStatus, readonly [string, BadgeTone]>

/** The text of a change's status, and its color. */
export function statusText(status: ChangeStatus): {
  readonly text: string
  readonly tone: BadgeTone
} {
  const [key, tone] = statuses[status]
  return { text: t(key), tone }
}

/** A text of the server in the page's language. */
export function localize(words: Words): string {
  return tieAmounts(words[language])
}

const outcomes = {
  applied: 'applied',
  waiting: 'waiting',
  applying: 'applying',
  declined: 'declined',
  failed: 'failed',
  expired: 'failed',
} as const satisfies Record<ChangeStatus, string>

/** The outcome of a change, as a sentence. */
export function outcomeText(status: ChangeStatus, title: Words): string {
  return t(outcomes[status], { what: localize(title) })
}

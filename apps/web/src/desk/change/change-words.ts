/** The words of changes in the language of the page. */
import { deskChangeMessages, tieAmounts } from '@tukar/i18n'
import type { ChangeStatus } from '@tukar/wire'
import { sayer } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import type { Words } from './change-wire.ts'

export const say = sayer(deskChangeMessages)

const statuses = {
  waiting: ['statusWaiting', 'warn'],
  applying: ['statusApplying', 'accent'],
  applied: ['statusApplied', 'up'],
  declined: ['statusDeclined', 'neutral'],
  failed: ['statusFailed', 'down'],
  expired: ['statusExpired', 'neutral'],
} as const satisfies Record<ChangeStatus, readonly [string, BadgeTone]>

/** The word for what became of a change, and how it looks. */
export function statusText(status: ChangeStatus): {
  readonly text: string
  readonly tone: BadgeTone
} {
  const [key, tone] = statuses[status]
  return { text: say(key), tone }
}

/** A text of the server in the language of the page. */
export function inWords(words: Words): string {
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

/** What became of what somebody asked for, as a sentence. */
export function outcomeText(status: ChangeStatus, title: Words): string {
  return say(outcomes[status], { what: inWords(title) })
}

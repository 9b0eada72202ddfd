/** The names of months in the page's language. */
import { language } from '../theme/preferences.ts'

const names = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })

/** The name of a month, from 1. */
export function monthName(month: number): string {
  return names.format(Date.UTC(2026, month - 1))
}

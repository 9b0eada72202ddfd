/** What a failed call says to a person: the server's own text where there is one, else ours. */
import { shellMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import type { Failure } from './request.ts'

const t = sayer(shellMessages)

/** Said where the server gave no text of its own. */
const fallbackTexts: Readonly<Record<Failure['kind'], string>> = {
  network: t('networkError'),
  maintenance: t('maintenanceText'),
  rate: t('tooOften'),
  busy: t('serverError'),
  refused: t('serverError'),
  broken: t('serverError'),
  role: t('serverError'),
  session: t('serverError'),
}

/** Returns a text in the page's language for a failed call. */
export function failureText(failure: Failure): string {
  const isProtocol = failure.kind === 'network' || failure.kind === 'maintenance'
  return isProtocol || failure.message === '' ? fallbackTexts[failure.kind] : failure.message
}

/** The text that a failed call shows: the server's text, or ours if it has none. */
import { shellMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import type { Failure } from './request.ts'

const t = pageTranslator(shellMessages)

/** Shown if the server sent no text. */
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

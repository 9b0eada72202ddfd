/** What a failed call says to a person: the server's own text where there is one, else ours. */
import { shellMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import type { Failure } from './request.ts'

const say = sayer(shellMessages)

/** Said where the server gave no text of its own. */
const ownTexts: Readonly<Record<Failure['kind'], string>> = {
  network: say('networkError'),
  maintenance: say('maintenanceText'),
  rate: say('tooOften'),
  busy: say('serverError'),
  refused: say('serverError'),
  broken: say('serverError'),
  role: say('serverError'),
  session: say('serverError'),
}

/** Returns a text in the page's language for a failed call. */
export function failureText(failure: Failure): string {
  const isProtocol = failure.kind === 'network' || failure.kind === 'maintenance'
  return isProtocol || failure.message === '' ? ownTexts[failure.kind] : failure.message
}

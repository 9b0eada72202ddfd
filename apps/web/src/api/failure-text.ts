/** What a failed call says to a person: the server's own text where there is one, else ours. */
import { shellMessages } from '@tukar/i18n'
import { sayer } from '../app/say.ts'
import type { Failure } from './request.ts'

const say = sayer(shellMessages)

/** Returns a text in the page's language for a failed call. */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'network':
      return say('networkError')
    case 'maintenance':
      return say('maintenanceText')
    case 'rate':
      return failure.message || say('tooOften')
    case 'busy':
    case 'refused':
    case 'role':
    case 'session':
      return failure.message || say('serverError')
  }
}

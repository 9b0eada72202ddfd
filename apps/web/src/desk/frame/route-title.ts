/** The title of a route, for the browser's tab and history. */
import { t as tChain } from '../chains/chain-words.ts'
import { featurePages } from './feature-pages.ts'
import type { ConsoleRoute } from './console-route.ts'
import { queueText, t } from '../texts.ts'

/** The title of a route; null if the path is invalid. */
export function toTitle(place: ConsoleRoute): string | null {
  switch (place.page) {
    case 'nowhere':
      return null
    case 'overview':
    case 'audit':
    case 'operators':
      return t(place.page)
    case 'chains':
      return tChain('custodyAndHealth')
    case 'own':
      return featureTitle(place)
    case 'identity':
      return caseTitle(queueText(`identity.${place.queue}`), place.id)
    case 'chain_cases':
      return caseTitle(queueText(`${place.part.replace('-', '_')}.${place.queue}`), place.id)
    case 'cases': {
      // Queue names of rupiah lack their section, which is a heading in the navigation.
      const part = t(place.part === 'deposits' ? 'deposits' : 'payouts')
      return caseTitle(`${part}: ${queueText(`${place.part}.${place.queue}`)}`, place.id)
    }
  }
}

function featureTitle({ name, rest }: Extract<ConsoleRoute, { page: 'own' }>): string | null {
  const own = featurePages.find((page) => page.name === name)
  if (own === undefined) return null
  if (rest.length === 0) return own.title()
  const part = own.partTitle?.(rest) ?? null
  return part === null ? null : `${part} | ${own.title()}`
}

function caseTitle(queue: string, id: number | null): string {
  return id === null ? queue : `${id} | ${queue}`
}

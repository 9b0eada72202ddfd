/** The title of a route, for the browser's tab and history. */
import { t as tChain } from '../chains/chain-texts.ts'
import { featurePages } from './feature-pages.ts'
import type { ConsoleRoute } from './console-route.ts'
import { queueText, t } from '../texts.ts'

/** The title of a route; null if the path is invalid. */
export function toTitle(route: ConsoleRoute): string | null {
  switch (route.page) {
    case 'nowhere':
      return null
    case 'overview':
    case 'audit':
    case 'operators':
      return t(route.page)
    case 'chains':
      return tChain('custodyAndHealth')
    case 'own':
      return featureTitle(route)
    case 'identity':
      return caseTitle(queueText(`identity.${route.queue}`), route.id)
    case 'chain_cases':
      return caseTitle(queueText(`${route.part.replace('-', '_')}.${route.queue}`), route.id)
    case 'cases': {
      // Queue names of rupiah lack their section, which is a heading in the navigation.
      const part = t(route.part === 'deposits' ? 'deposits' : 'payouts')
      return caseTitle(`${part}: ${queueText(`${route.part}.${route.queue}`)}`, route.id)
    }
  }
}

function featureTitle({ name, rest }: Extract<ConsoleRoute, { page: 'own' }>): string | null {
  const feature = featurePages.find((page) => page.name === name)
  if (feature === undefined) return null
  if (rest.length === 0) return feature.title()
  const part = feature.partTitle?.(rest) ?? null
  return part === null ? null : `${part} | ${feature.title()}`
}

function caseTitle(queue: string, id: number | null): string {
  return id === null ? queue : `${id} | ${queue}`
}

/** What a place of the console is called in the browser's tab and history. */
import { say as sayChain } from '../chains/chain-words.ts'
import { ownPages } from './own-pages.ts'
import type { Place } from './place.ts'
import { queueText, say } from '../texts.ts'

/** The name of what a place shows; null where its address leads to nothing. */
export function titleOf(place: Place): string | null {
  switch (place.page) {
    case 'nowhere':
      return null
    case 'overview':
    case 'audit':
    case 'operators':
      return say(place.page)
    case 'chains':
      return sayChain('custodyAndHealth')
    case 'own':
      return ownTitleOf(place)
    case 'identity':
      return caseTitleOf(queueText(`identity.${place.queue}`), place.id)
    case 'chain_cases':
      return caseTitleOf(queueText(`${place.part.replace('-', '_')}.${place.queue}`), place.id)
    case 'cases': {
      // Queues of rupiah are named without their part, which stands above them in the navigation.
      const part = say(place.part === 'deposits' ? 'deposits' : 'payouts')
      return caseTitleOf(`${part}: ${queueText(`${place.part}.${place.queue}`)}`, place.id)
    }
  }
}

function ownTitleOf({ name, rest }: Extract<Place, { page: 'own' }>): string | null {
  const own = ownPages.find((page) => page.name === name)
  if (own === undefined) return null
  if (rest.length === 0) return own.title()
  const part = own.partTitle?.(rest) ?? null
  return part === null ? null : `${part} | ${own.title()}`
}

function caseTitleOf(queue: string, id: number | null): string {
  return id === null ? queue : `${id} | ${queue}`
}

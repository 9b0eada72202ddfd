/** The place that is shown, kept in the address of the page. */
import { useSyncExternalStore } from 'react'
import { pathOf, type Place, placeOf } from './place.ts'

let place = placeOf(location.pathname)
const listeners = new Set<() => void>()

function become(next: Place): void {
  place = next
  for (const listener of listeners) listener()
}

addEventListener('popstate', () => become(placeOf(location.pathname)))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place that is shown, kept current. */
export function usePlace(): Place {
  return useSyncExternalStore(subscribe, () => place)
}

/** Goes to a place. */
export function go(next: Place): void {
  const path = pathOf(next)
  if (path === location.pathname) return
  history.pushState(null, '', path)
  become(next)
}

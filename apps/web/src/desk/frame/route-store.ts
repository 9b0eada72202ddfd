/** The place that is shown, kept in the address of the page. */
import { useSyncExternalStore } from 'react'
import { toPath, type ConsoleRoute, parsePath } from './console-route.ts'

let place = parsePath(location.pathname)
const listeners = new Set<() => void>()

function become(next: ConsoleRoute): void {
  place = next
  for (const listener of listeners) listener()
}

addEventListener('popstate', () => become(parsePath(location.pathname)))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place that is shown, kept current. */
export function useConsoleRoute(): ConsoleRoute {
  return useSyncExternalStore(subscribe, () => place)
}

/** Goes to a place. */
export function navigate(next: ConsoleRoute): void {
  const path = toPath(next)
  if (path === location.pathname) return
  history.pushState(null, '', path)
  become(next)
}

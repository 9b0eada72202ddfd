/** The current route, stored in the page's address. */
import { useSyncExternalStore } from 'react'
import { toPath, type ConsoleRoute, parsePath } from './console-route.ts'

let route = parsePath(location.pathname)
const listeners = new Set<() => void>()

function become(next: ConsoleRoute): void {
  route = next
  for (const listener of listeners) listener()
}

addEventListener('popstate', () => become(parsePath(location.pathname)))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current route, kept current. */
export function useConsoleRoute(): ConsoleRoute {
  return useSyncExternalStore(subscribe, () => route)
}

/** Navigates to a route. */
export function navigate(next: ConsoleRoute): void {
  const path = toPath(next)
  if (path === location.pathname) return
  history.pushState(null, '', path)
  become(next)
}

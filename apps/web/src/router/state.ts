/** The navigation of this document and the shown page; `app/router.tsx` opens it. */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Here, Texts } from './address.ts'
import {
  createNavigation,
  type Match,
  type Navigation,
  type Shown,
  type Step,
} from './navigation.ts'
import type { PageRoute } from './page-routes.ts'

/** A page and the frame around it. */
export type LoadedPage = {
  readonly Page: ComponentType
  readonly Around?: ComponentType<{ readonly children: ReactNode }> | undefined
}

export type AppShown = Shown<LoadedPage>

let navigation: Navigation | null = null
let current: AppShown | null = null
const listeners = new Set<(shown: AppShown) => void>()

export type RouterOptions = {
  readonly find: (pathname: string) => Match<LoadedPage>
  readonly detour: (pathname: string, isFirst: boolean) => Promise<PageRoute | null>
}

/** Creates the document's navigation; it follows back and forward. */
export function openRouter({ find, detour }: RouterOptions): Navigation {
  const opened = createNavigation<LoadedPage>({
    find,
    detour,
    bar: {
      read: () => location,
      push: (address) => history.pushState(null, '', address),
      replace: (address) => history.replaceState(history.state, '', address),
    },
    show: (shown) => {
      current = shown
      for (const listener of listeners) listener(shown)
    },
  })
  navigation = opened
  addEventListener('popstate', () => {
    opened.follow().catch(() => undefined)
  })
  return opened
}

/** Reports each shown page; returns a function that stops it. */
export function onShown(listener: (shown: AppShown) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The shown page; null before the first. */
export function shownNow(): AppShown | null {
  return current
}

/**
 * Navigates to a route; resolves when the page is shown. Without a router, as in the console, it does
 * nothing.
 */
export async function navigate(step: Step): Promise<void> {
  await navigation?.go(step)
}

/** Returns the function that navigates. */
export function useNavigate(): (step: Step) => Promise<void> {
  return navigate
}

/** Removes the hash from the address. */
export function leaveHash(): void {
  navigation?.leaveHash().catch(() => undefined)
}

/** Fetches the page of a path before a click. */
export function preload(pathname: string): void {
  navigation?.preload(pathname)
}

/** The state that the page is rendered from. */
export const ShownContext = createContext<AppShown | null>(null)

const nowhere: Here = { pathname: '', search: {}, hash: '' }

function useHere(): Here {
  return useContext(ShownContext)?.here ?? nowhere
}

/** Selects a part of the shown address. */
export function useLocation<Picked>({ select }: { select: (here: Here) => Picked }): Picked {
  return select(useHere())
}

/** The query of the shown address; the page parses it. */
export function useSearch(): Texts {
  return useHere().search
}

/** The parameters of the shown address. */
export function useParams(): Texts {
  return useContext(ShownContext)?.params ?? {}
}

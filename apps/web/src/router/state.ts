/** The navigation of this document, and what it shows; `app/router.tsx` opens it. */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Here, Texts } from './address.ts'
import {
  createNavigation,
  type Match,
  type Navigation,
  type Shown,
  type Step,
} from './navigation.ts'
import type { Place } from './page-routes.ts'

/** A page, and what stands around it and its like. */
export type PageParts = {
  readonly Page: ComponentType
  readonly Around?: ComponentType<{ readonly children: ReactNode }> | undefined
}

export type AppShown = Shown<PageParts>

let navigation: Navigation | null = null
let current: AppShown | null = null
const listeners = new Set<(shown: AppShown) => void>()

export type RouterOptions = {
  readonly find: (pathname: string) => Match<PageParts>
  readonly detour: (pathname: string, isFirst: boolean) => Promise<Place | null>
}

/** Makes the document's navigation; whoever goes back or forward is followed. */
export function openRouter({ find, detour }: RouterOptions): Navigation {
  const opened = createNavigation<PageParts>({
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

/** Tells what is shown from now on; returns what ends it. */
export function onShown(listener: (shown: AppShown) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is shown now; null before the first page. */
export function shownNow(): AppShown | null {
  return current
}

/** Goes to a place; ends when it is shown. Without a router, as in the console, nothing happens. */
export async function navigate(step: Step): Promise<void> {
  await navigation?.go(step)
}

/** Returns what goes to a place. */
export function useNavigate(): (step: Step) => Promise<void> {
  return navigate
}

/** Takes the place within the page from the address. */
export function leaveHash(): void {
  navigation?.leaveHash().catch(() => undefined)
}

/** Fetches the page of a path ahead of the click. */
export function preload(pathname: string): void {
  navigation?.preload(pathname)
}

/** What the page is drawn from. */
export const ShownContext = createContext<AppShown | null>(null)

const nowhere: Here = { pathname: '', search: {}, hash: '' }

function useHere(): Here {
  return useContext(ShownContext)?.here ?? nowhere
}

/** A part of the address of what is shown. */
export function useLocation<Picked>({ select }: { select: (here: Here) => Picked }): Picked {
  return select(useHere())
}

/** What stands behind the question mark; the page reads it by its own rule. */
export function useSearch(): Texts {
  return useHere().search
}

/** The parameters of the page's address. */
export function useParams(): Texts {
  return useContext(ShownContext)?.params ?? {}
}

/**
 * Navigation without rendering. A navigation runs the guards, fetches the page's file and then shows the
 * page; after a delay it shows a pending page. A later navigation ends an earlier one.
 */
import { buildAddress, type Here, type Texts, plainPath, readSearch } from './address.ts'
import type { PageRoute } from './page-routes.ts'

/** The page of an address. */
export type Match<Page> = {
  /** The page's route; equal routes are the same page with other parameters. */
  readonly path: string
  readonly params: Texts
  /** Returns the route to go to instead; null to stay. */
  readonly guard: (here: Here, params: Texts) => PageRoute | null
  readonly load: () => Promise<Page>
}

export type View<Page> =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'pending' }

/** The shown page. */
export type Shown<Page> = {
  readonly here: Here
  readonly path: string
  readonly params: Texts
  readonly view: View<Page>
}

/** The browser's address and history. */
export type AddressBar = {
  /** Path, query and hash, as the address bar has them. */
  readonly read: () => {
    readonly pathname: string
    readonly search: string
    readonly hash: string
  }
  readonly push: (address: string) => void
  readonly replace: (address: string) => void
}

export type NavigationOptions<Page> = {
  readonly bar: AddressBar
  readonly find: (pathname: string) => Match<Page>
  /** Asks the server for a redirect that applies to everyone (GUARD-01); called for each navigation. */
  readonly detour: (pathname: string, isFirst: boolean) => Promise<PageRoute | null>
  readonly show: (shown: Shown<Page>) => void
}

/** A route, and whether it replaces the current history entry. */
export type Step = PageRoute & { readonly replace?: boolean | undefined }

export type Navigation = {
  /**
   * Navigates to a route. Resolves when the page is shown or a later navigation took over; rejects on
   * failure.
   */
  readonly go: (step: Step) => Promise<void>
  /**
   * Shows the page of the address: at the start, and after back or forward. Shows a failure if there is no
   * page.
   */
  readonly follow: () => Promise<void>
  /** Removes the hash from the address of the current page. */
  readonly leaveHash: () => Promise<void>
  /** Fetches the page of a path before a click. */
  readonly preload: (pathname: string) => void
}

/** After this delay the pending page is shown. */
const pendingMs = 150
/** More redirects in one navigation are a programming error. */
const detoursMax = 10

/** Creates the navigation of one document. */
export function createNavigation<Page>(options: NavigationOptions<Page>): Navigation {
  const { bar, find, detour, show } = options
  let turn = 0
  let shown: Shown<Page> | null = null

  const put = (next: Shown<Page>): void => {
    shown = next
    show(next)
  }
  /** The route to go to instead, or the page to show. */
  const ask = async (): Promise<PageRoute | Shown<Page>> => {
    const match = finish(options)
    const here = readHere(bar)
    const { path, params } = match
    const guarded = match.guard(here, params)
    if (guarded !== null) return guarded
    const loading = loadView(match)
    const lead = await detour(here.pathname, shown === null)
    if (lead !== null) return lead
    return { here, path, params, view: await loading }
  }
  const run = async (): Promise<void> => {
    turn += 1
    const own = turn
    const timer = setTimeout(() => {
      const here = readHere(bar)
      const { path, params } = find(here.pathname)
      // A shown page stays while only its parameters change.
      if (own === turn && shown?.path !== path)
        put({ here, path, params, view: { kind: 'pending' } })
    }, pendingMs)
    try {
      for (let detours = 0; detours < detoursMax; detours++) {
        const next = await ask()
        if (own !== turn) return
        if ('view' in next) return put(next)
        bar.replace(buildAddress(next))
      }
      throw new Error('a navigation that leads nowhere')
    } catch (error) {
      if (own === turn && !hasPage(shown)) put(failedAt(bar, error))
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    go: (next) => {
      const address = buildAddress(next)
      const { pathname, search, hash } = bar.read()
      // Choosing the shown page again adds no history entry.
      if (next.replace === true || address === pathname + search + hash) bar.replace(address)
      else bar.push(address)
      return run()
    },
    follow: run,
    leaveHash: () => {
      const { pathname, search } = bar.read()
      bar.replace(pathname + search)
      return run()
    },
    preload: (pathname) => {
      // A failed fetch is repeated by the navigation, which reports the failure.
      find(pathname)
        .load()
        .catch(() => undefined)
    },
  }
}

/** Shows the page of the address and normalizes its path. */
function finish<Page>({ bar, find }: Pick<NavigationOptions<Page>, 'bar' | 'find'>): Match<Page> {
  const { pathname, search, hash } = bar.read()
  const plain = plainPath(pathname)
  if (plain !== pathname) bar.replace(plain + search + hash)
  return find(pathname)
}

function hasPage(shown: Shown<unknown> | null): boolean {
  return shown !== null && shown.view.kind !== 'pending'
}

/** The view of a failed navigation: without it, a document without a page would stay empty. */
function failedAt(bar: AddressBar, error: unknown): Shown<never> {
  return { here: readHere(bar), path: '', params: {}, view: { kind: 'failed', error } }
}

function readHere(bar: AddressBar): Here {
  const { pathname, search, hash } = bar.read()
  return { pathname, search: readSearch(search), hash: hash.replace(/^#/, '') }
}

async function loadView<Page>(match: Match<Page>): Promise<View<Page>> {
  try {
    return { kind: 'page', page: await match.load() }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

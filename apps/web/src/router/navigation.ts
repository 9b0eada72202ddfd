/**
 * Navigations, apart from what draws them. One asks the guards where it must go instead, fetches the page's file, and
 * only then shows the page; what takes longer shows that it is on its way. A later navigation ends an earlier one.
 */
import { addressOf, type Here, type Texts, plainPath, readSearch } from './address.ts'
import type { Place } from './page-routes.ts'

/** The page that an address belongs to. */
export type Match<Page> = {
  /** The page's own address: another one with the same is the same page with other parameters. */
  readonly path: string
  readonly params: Texts
  /** Returns where its reader must go instead, null to stay. */
  readonly guard: (here: Here, params: Texts) => Place | null
  readonly load: () => Promise<Page>
}

export type View<Page> =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'pending' }

/** What is on the page. */
export type Shown<Page> = {
  readonly here: Here
  readonly path: string
  readonly params: Texts
  readonly view: View<Page>
}

/** The browser's address and history. */
export type AddressBar = {
  /** Path, query and place within the page, as they stand there. */
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
  /** Asks the server where everybody must go instead (GUARD-01); called for each navigation. */
  readonly detour: (pathname: string, isFirst: boolean) => Promise<Place | null>
  readonly show: (shown: Shown<Page>) => void
}

/** A place, and whether it takes the place of the present one in the history. */
export type Step = Place & { readonly replace?: boolean | undefined }

export type Navigation = {
  /** Goes to a place; ends when it is shown, or when another navigation took over. One that fails rejects. */
  readonly go: (step: Step) => Promise<void>
  /** Shows what the address names: at the start, and after going back or forward. Without a page it shows a failure. */
  readonly follow: () => Promise<void>
  /** Takes the place within the page from the address, whichever page it is of. */
  readonly leaveHash: () => Promise<void>
  /** Fetches the page of a path ahead of the click. */
  readonly preload: (pathname: string) => void
}

/** After this a page that is on its way says so. */
const pendingMs = 150
/** More of them in one navigation is a fault of ours. */
const detoursMax = 10

/** Returns the navigations of one document. */
export function createNavigation<Page>(options: NavigationOptions<Page>): Navigation {
  const { bar, find, detour, show } = options
  let turn = 0
  let shown: Shown<Page> | null = null

  const put = (next: Shown<Page>): void => {
    shown = next
    show(next)
  }
  /** Where a navigation must go instead, or what it shows. */
  const ask = async (): Promise<Place | Shown<Page>> => {
    const match = settle(options)
    const here = readHere(bar)
    const { path, params } = match
    const guarded = match.guard(here, params)
    if (guarded !== null) return guarded
    const loading = viewOf(match)
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
      // A page that is shown stays while only its parameters change.
      if (own === turn && shown?.path !== path)
        put({ here, path, params, view: { kind: 'pending' } })
    }, pendingMs)
    try {
      for (let detours = 0; detours < detoursMax; detours++) {
        const next = await ask()
        if (own !== turn) return
        if ('view' in next) return put(next)
        bar.replace(addressOf(next))
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
      const address = addressOf(next)
      const { pathname, search, hash } = bar.read()
      // Whoever chooses the page that is shown goes back from it once.
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
      // One that fails is asked for again by the navigation, which tells of it.
      find(pathname)
        .load()
        .catch(() => undefined)
    },
  }
}

/** The page of the address, whose path is written plainly from now on. */
function settle<Page>({ bar, find }: Pick<NavigationOptions<Page>, 'bar' | 'find'>): Match<Page> {
  const { pathname, search, hash } = bar.read()
  const plain = plainPath(pathname)
  if (plain !== pathname) bar.replace(plain + search + hash)
  return find(pathname)
}

function hasPage(shown: Shown<unknown> | null): boolean {
  return shown !== null && shown.view.kind !== 'pending'
}

/** A navigation that failed: without it a document that has no page yet would stay empty for ever. */
function failedAt(bar: AddressBar, error: unknown): Shown<never> {
  return { here: readHere(bar), path: '', params: {}, view: { kind: 'failed', error } }
}

function readHere(bar: AddressBar): Here {
  const { pathname, search, hash } = bar.read()
  return { pathname, search: readSearch(search), hash: hash.replace(/^#/, '') }
}

async function viewOf<Page>(match: Match<Page>): Promise<View<Page>> {
  try {
    return { kind: 'page', page: await match.load() }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

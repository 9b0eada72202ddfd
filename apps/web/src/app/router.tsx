/** Navigations of the app: which page an address is of, the guards, and what a new page begins with. */
import { startTransition, useLayoutEffect, useState } from 'react'
import { isOnConsoleWay } from '../api/console-way.ts'
import { onMaintenance } from '../api/request.ts'
import { CatchBoundary } from '../router/catch-boundary.tsx'
import { paramsOf } from '../router/address.ts'
import type { Match } from '../router/navigation.ts'
import type { Place } from '../router/page-routes.ts'
import type { Route } from '../router/route.ts'
import {
  type AppShown,
  navigate,
  onShown,
  openRouter,
  type PageParts,
  ShownContext,
  shownNow,
} from '../router/state.ts'
import { afterPaint } from './after-paint.ts'
import { FailedPage } from './failed-page.tsx'
import { Frame, mainId } from './frame.tsx'
import { serverStatus } from './guard.ts'
import { detourOf, maintenancePath } from './guard-rule.ts'
import { pageFile } from './page-file.ts'
import { nowhere, routes } from './routes.ts'

/** Operators sign in while the exchange is closed: there they open it again. */
function isWayIn(path: string): boolean {
  return isOnConsoleWay() && path.startsWith('/auth/')
}

async function askDetour(pathname: string): Promise<Place | null> {
  const to = detourOf(await serverStatus(), pathname)
  return to === null || isWayIn(pathname) ? null : { to }
}

/**
 * The first page is drawn before the server has told its status, and left where it is closed. Only the page of
 * maintenance waits for it.
 */
async function detour(pathname: string, isFirst: boolean): Promise<Place | null> {
  return isFirst && pathname !== maintenancePath ? null : askDetour(pathname)
}

async function load({ page, around }: Route): Promise<PageParts> {
  const [Page, Around] = await pageFile(Promise.all([page(), around?.()]))
  return { Page, Around }
}

function find(pathname: string): Match<PageParts> {
  for (const [path, route] of Object.entries(routes)) {
    const params = paramsOf(path, pathname)
    if (params === null) continue
    return { path, params, guard: route.guard ?? (() => null), load: () => load(route) }
  }
  return { path: '', params: {}, guard: () => null, load: () => load(nowhere) }
}

const navigation = openRouter({ find, detour })

/** Shows the page of the document's address; ends when it is shown, is pending, or is shown as failed. */
export async function openFirstPage(): Promise<void> {
  const isThere = new Promise<void>((resolve) => {
    const stop = onShown(() => {
      stop()
      resolve()
    })
  })
  // A navigation that fails is shown as failed, so the wait ends too. The error itself is reported.
  navigation.follow().catch(reportError)
  await isThere
}

/** Asks for the status that the first page did not wait for. */
async function leaveIfClosed(): Promise<void> {
  const { pathname } = location
  if (pathname === maintenancePath) return
  const place = await askDetour(pathname)
  // Whoever went on meanwhile has asked again.
  if (place !== null && location.pathname === pathname) await navigate({ ...place, replace: true })
}

/** The frame with the page in it. */
export function App() {
  const [shown, setShown] = useState(shownNow)
  useLayoutEffect(() => {
    setShown(shownNow())
    return onShown((next) => startTransition(() => setShown(next)))
  }, [])
  return (
    <ShownContext value={shown}>
      <Arrival shown={shown} />
      <CatchBoundary resetKey={shown} errorComponent={FailedPage}>
        <Frame />
      </CatchBoundary>
    </ShownContext>
  )
}

/** What is shown was gone to from what was shown before. */
type Step = { readonly from: AppShown | null; readonly to: AppShown }
let arrived: AppShown | null = null

// Also after going back and forward: the browser would return to where the page was left.
history.scrollRestoration = 'manual'

/** Does what comes with a page that is now drawn: a part of its own, so that it runs after the page has its elements. */
function Arrival({ shown }: { readonly shown: AppShown | null }) {
  useLayoutEffect(() => {
    if (shown === null || shown.view.kind === 'pending' || shown === arrived) return
    const step = { from: arrived, to: shown }
    arrived = shown
    arrive(step)
  }, [shown])
  return null
}

/**
 * After a navigation, also to the page that is shown: to its top (GEN-11), with the keyboard at its
 * beginning. A place within a page has been gone to already.
 */
function arrive({ from, to }: Step): void {
  if (from === null) {
    // The words of the document (build/first-view.ts) have been drawn again by the page.
    document.getElementById('first-view')?.remove()
    afterPaint(() => {
      leaveIfClosed().catch(() => undefined)
    })
    return
  }
  const isPathChanged = from.here.pathname !== to.here.pathname
  const isSame = hrefOf(from) === hrefOf(to)
  if (!isPathChanged && !(isSame && to.here.hash === '')) return
  window.scrollTo(0, 0)
  document.getElementById(mainId)?.focus({ preventScroll: true })
}

function hrefOf({ here }: AppShown): string {
  return JSON.stringify(here)
}

onMaintenance(() => {
  const { pathname } = location
  if (pathname === maintenancePath || isWayIn(pathname)) return
  navigate({ to: maintenancePath, replace: true }).catch(() => undefined)
})

/** Navigation of the app: the page of an address, the guards, and the setup of a new page. */
import { startTransition, useLayoutEffect, useState } from 'react'
import { isOnConsoleWay } from '../api/console-way.ts'
import { onMaintenance } from '../api/request.ts'
import { CatchBoundary } from '../router/catch-boundary.tsx'
import { parseParams } from '../router/address.ts'
import type { Match } from '../router/navigation.ts'
import type { PageRoute } from '../router/page-routes.ts'
import type { Route } from '../router/route.ts'
import {
  type AppShown,
  navigate,
  onShown,
  openRouter,
  type LoadedPage,
  ShownContext,
  shownNow,
} from '../router/state.ts'
import { afterPaint } from './after-paint.ts'
import { FailedPage } from './failed-page.tsx'
import { Frame, mainId } from './frame.tsx'
import { serverStatus } from './guard.ts'
import { findDetour, maintenancePath } from './guard-rule.ts'
import { pageFile } from './page-file.ts'
import { nowhere, routes } from './routes.ts'

/** Operators can sign in during maintenance, to end it. */
function isWayIn(path: string): boolean {
  return isOnConsoleWay() && path.startsWith('/auth/')
}

async function askDetour(pathname: string): Promise<PageRoute | null> {
  const to = findDetour(await serverStatus(), pathname)
  return to === null || isWayIn(pathname) ? null : { to }
}

/**
 * The first page is rendered before the server's status is known, and left during maintenance. Only the
 * maintenance page waits for the status.
 */
async function detour(pathname: string, isFirst: boolean): Promise<PageRoute | null> {
  return isFirst && pathname !== maintenancePath ? null : askDetour(pathname)
}

async function load({ page, around }: Route): Promise<LoadedPage> {
  const [Page, Around] = await pageFile(Promise.all([page(), around?.()]))
  return { Page, Around }
}

function find(pathname: string): Match<LoadedPage> {
  for (const [path, route] of Object.entries(routes)) {
    const params = parseParams(path, pathname)
    if (params === null) continue
    return { path, params, guard: route.guard ?? (() => null), load: () => load(route) }
  }
  return { path: '', params: {}, guard: () => null, load: () => load(nowhere) }
}

const navigation = openRouter({ find, detour })

/**
 * Shows the page of the document's address; resolves when the page, its pending state or its failure is
 * shown.
 */
export async function openFirstPage(): Promise<void> {
  const isThere = new Promise<void>((resolve) => {
    const stop = onShown(() => {
      stop()
      resolve()
    })
  })
  // A failed navigation shows a failure page, which also ends the wait. The error itself is reported.
  navigation.follow().catch(reportError)
  await isThere
}

/** Reads the status that the first page did not wait for. */
async function leaveIfClosed(): Promise<void> {
  const { pathname } = location
  if (pathname === maintenancePath) return
  const place = await askDetour(pathname)
  // After another navigation the status was read again.
  if (place !== null && location.pathname === pathname) await navigate({ ...place, replace: true })
}

/** The frame with the page. */
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

/** A navigation from one page to another. */
type Step = { readonly from: AppShown | null; readonly to: AppShown }
let arrived: AppShown | null = null

// Also after back and forward: otherwise the browser would restore the old scroll position.
history.scrollRestoration = 'manual'

/** Runs the effects of a newly shown page, in a component of its own so that the page's elements exist. */
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
 * After a navigation, scrolls to the top (GEN-11) and moves the focus to the start of the page. A navigation
 * to a hash has already scrolled.
 */
function arrive({ from, to }: Step): void {
  if (from === null) {
    // The page has replaced the first texts of the document (build/first-view.ts).
    document.getElementById('first-view')?.remove()
    afterPaint(() => {
      leaveIfClosed().catch(() => undefined)
    })
    return
  }
  const isPathChanged = from.here.pathname !== to.here.pathname
  const isSame = toHref(from) === toHref(to)
  if (!isPathChanged && !(isSame && to.here.hash === '')) return
  window.scrollTo(0, 0)
  document.getElementById(mainId)?.focus({ preventScroll: true })
}

function toHref({ here }: AppShown): string {
  return JSON.stringify(here)
}

onMaintenance(() => {
  const { pathname } = location
  if (pathname === maintenancePath || isWayIn(pathname)) return
  navigate({ to: maintenancePath, replace: true }).catch(() => undefined)
})

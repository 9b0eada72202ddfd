/** Every route of the app, its page loaded when it is first needed. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { onMaintenance } from '../api/request.ts'
import { currentSession } from '../api/session.ts'
import { Frame, mainId } from './frame.tsx'
import { isMaintenance } from './guard.ts'
import { pageFile } from './page-file.ts'
import { FailedPage, MaintenancePage, NotFoundPage } from './whole-pages.tsx'

const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ location, cause }) => {
    if (cause === 'preload') return
    const isThere = location.pathname === '/maintenance'
    const isNow = await isMaintenance()
    if (isNow && !isThere) throw redirect({ to: '/maintenance' })
    if (!isNow && isThere) throw redirect({ to: '/' })
  },
})

/** Pages for guests lead those who are signed in home (LOGIN-03, REG-03). */
function guestsOnly(): void {
  if (currentSession() !== null) throw redirect({ to: '/' })
}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => pageFile(import('../home/home-page.tsx')), 'HomePage'),
})

const marketsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/markets',
  component: lazyRouteComponent(
    () => pageFile(import('../markets/markets-page.tsx')),
    'MarketsPage',
  ),
})

/** What people type for it. */
const marketRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/market',
  beforeLoad: () => {
    throw redirect({ to: '/markets', replace: true })
  },
})

/** Pages that read lists of the server through the query cache. */
const queryRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'query',
  component: lazyRouteComponent(() => pageFile(import('./query-frame.tsx')), 'QueryFrame'),
})

const tradingRoute = createRoute({
  getParentRoute: () => queryRoute,
  path: '/markets/$marketId/$pair',
  component: lazyRouteComponent(() => pageFile(import('../trade/trading-page.tsx')), 'TradingPage'),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/login',
  beforeLoad: guestsOnly,
  validateSearch: (search: Record<string, unknown>): { readonly demo?: string } =>
    typeof search['demo'] === 'string' ? { demo: search['demo'] } : {},
  component: lazyRouteComponent(() => pageFile(import('../accounts/login-page.tsx')), 'LoginPage'),
})

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/register',
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(
    () => pageFile(import('../accounts/register-page.tsx')),
    'RegisterPage',
  ),
})

const maintenanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/maintenance',
  component: MaintenancePage,
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  marketsRoute,
  marketRoute,
  queryRoute.addChildren([tradingRoute]),
  loginRoute,
  registerRoute,
  maintenanceRoute,
])

/** Pages are fetched when a link to them is pointed at, so that the click finds them there. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingMs: 150,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Fetches the page of an address at once, while the server is still asked for its status. */
export function fetchPage(path: string): void {
  for (const route of router.getMatchedRoutes(path)[0]) {
    // A file that fails to load is asked for again by the navigation itself, which tells of it.
    router.loadRouteChunk(route)?.catch(() => undefined)
  }
}

/** After a change of page: to its top (GEN-11), with the keyboard at its beginning. */
router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (!pathChanged || fromLocation === undefined) return
  window.scrollTo(0, 0)
  document.getElementById(mainId)?.focus({ preventScroll: true })
})

onMaintenance(() => {
  if (location.pathname === '/maintenance') return
  router.navigate({ to: '/maintenance', replace: true }).catch(() => undefined)
})

/** Every route of the app, its page loaded when it is first needed. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { accountRoutes } from '../accounts/account-routes.ts'
import { agreementRoutes } from '../agreement/agreement-routes.ts'
import { kycRoutes } from '../kyc/kyc-routes.ts'
import { statementRoutes } from '../statements/statement-routes.ts'
import { taxRoutes } from '../tax/tax-routes.ts'
import { walletRoutes } from '../wallets/wallet-routes.ts'
import { isOnConsoleWay } from '../api/console-way.ts'
import { onMaintenance } from '../api/request.ts'
import { FailedPage } from './failed-page.tsx'
import { Frame, mainId } from './frame.tsx'
import { serverStatus } from './guard.ts'
import { detourOf, maintenancePath } from './guard-rule.ts'
import { membersOnly } from './members-only.ts'
import { pageFile } from './page-file.ts'
import { PendingPage } from './pending-page.tsx'

/** Operators sign in while the exchange is closed: there they open it again. */
function isWayIn(path: string): boolean {
  return isOnConsoleWay() && path.startsWith('/auth/')
}

const NotFoundPage = lazyRouteComponent(
  () => pageFile(import('./not-found-page.tsx')),
  'NotFoundPage',
)

const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ location, cause }) => {
    if (cause === 'preload') return
    const detour = detourOf(await serverStatus(), location.pathname)
    if (detour !== null && !isWayIn(location.pathname))
      throw redirect({ to: detour, replace: true })
  },
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => pageFile(import('../home/home-page.tsx')), 'HomePage'),
})

const marketsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/markets',
  validateSearch: ({ sort }: Readonly<Record<string, unknown>>): { readonly sort?: string } =>
    typeof sort === 'string' ? { sort } : {},
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

const bankRoute = createRoute({
  getParentRoute: () => queryRoute,
  path: '/settings/bank',
  beforeLoad: membersOnly,
  validateSearch: ({ add }: Readonly<Record<string, unknown>>): { readonly add?: string } =>
    typeof add === 'string' || typeof add === 'number' ? { add: String(add) } : {},
  component: lazyRouteComponent(
    () => pageFile(import('../bank-account/bank-page.tsx')),
    'BankPage',
  ),
})

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pages/term-and-conditions',
  component: lazyRouteComponent(() => pageFile(import('../legal/terms-page.tsx')), 'TermsPage'),
})

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pages/privacy-policy',
  component: lazyRouteComponent(() => pageFile(import('../legal/privacy-page.tsx')), 'PrivacyPage'),
})

const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pages/contact-us',
  component: lazyRouteComponent(
    () => pageFile(import('../contact/contact-page.tsx')),
    'ContactPage',
  ),
})

const maintenanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: maintenancePath,
  component: lazyRouteComponent(
    () => pageFile(import('./maintenance-page.tsx')),
    'MaintenancePage',
  ),
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  marketsRoute,
  marketRoute,
  queryRoute.addChildren([
    tradingRoute,
    bankRoute,
    ...walletRoutes(queryRoute),
    ...statementRoutes(queryRoute),
    ...taxRoutes(queryRoute),
  ]),
  ...accountRoutes(rootRoute),
  ...agreementRoutes(rootRoute),
  ...kycRoutes(rootRoute),
  termsRoute,
  privacyRoute,
  contactRoute,
  maintenanceRoute,
])

/** Pages are fetched when a link to them is pointed at, so that the click finds them there. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PendingPage,
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

// Also after going back and forward: the browser would return to where the page was left.
history.scrollRestoration = 'manual'

/**
 * After a navigation, also to the page that is shown: to its top (GEN-11), with the keyboard at its
 * beginning. A place within a page has been gone to already.
 */
router.subscribe('onResolved', ({ pathChanged, hrefChanged, fromLocation, toLocation }) => {
  // The words of the document (build/first-view.ts) have been drawn again by the page.
  if (fromLocation === undefined) document.getElementById('first-view')?.remove()
  const isChosenAgain = !hrefChanged && toLocation.hash === ''
  if (fromLocation === undefined || !(pathChanged || isChosenAgain)) return
  window.scrollTo(0, 0)
  document.getElementById(mainId)?.focus({ preventScroll: true })
})

onMaintenance(() => {
  const { pathname } = location
  if (pathname === maintenancePath || isWayIn(pathname)) return
  router.navigate({ to: maintenancePath, replace: true }).catch(() => undefined)
})

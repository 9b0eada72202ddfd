/** All pages of the app; files load on first use. */
import { accountRoutes } from '../accounts/account-routes.ts'
import { agreementRoutes } from '../agreement/agreement-routes.ts'
import { kycRoutes } from '../kyc/kyc-routes.ts'
import type { PagePath } from '../router/page-routes.ts'
import type { Route } from '../router/route.ts'
import { statementRoutes } from '../statements/statement-routes.ts'
import { taxRoutes } from '../tax/tax-routes.ts'
import { fetchLayout } from '../trade/layout/layouts.ts'
import { walletRoutes } from '../wallets/wallet-routes.ts'
import { maintenancePath } from './guard-rule.ts'
import { membersOnly } from './members-only.ts'
import { withQueries } from './with-queries.ts'

const markets = async () => (await import('../markets/markets-page.tsx')).MarketsPage

export const routes: Readonly<Record<PagePath, Route>> = {
  '/': { page: async () => (await import('../home/home-page.tsx')).HomePage },
  '/markets': { page: markets },
  // An address that people type.
  '/market': { guard: () => ({ to: '/markets' }), page: markets },
  '/markets/$marketId/$pair': {
    around: withQueries,
    page: async () => {
      const [{ TradingPage }] = await Promise.all([
        import('../trade/trading-page.tsx'),
        fetchLayout(),
      ])
      return TradingPage
    },
  },
  ...accountRoutes,
  ...agreementRoutes,
  ...kycRoutes,
  ...statementRoutes,
  ...taxRoutes,
  ...walletRoutes,
  '/settings/bank': {
    guard: membersOnly,
    around: withQueries,
    page: async () => (await import('../bank-account/bank-page.tsx')).BankPage,
  },
  '/pages/term-and-conditions': {
    page: async () => (await import('../legal/terms-page.tsx')).TermsPage,
  },
  '/pages/privacy-policy': {
    page: async () => (await import('../legal/privacy-page.tsx')).PrivacyPage,
  },
  '/pages/contact-us': {
    page: async () => (await import('../contact/contact-page.tsx')).ContactPage,
  },
  [maintenancePath]: {
    page: async () => (await import('./maintenance-page.tsx')).MaintenancePage,
  },
}

/** The page of an unknown address. */
export const nowhere: Route = {
  page: async () => (await import('./not-found-page.tsx')).NotFoundPage,
}

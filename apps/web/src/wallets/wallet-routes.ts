/** The pages of balances, deposits and withdrawals; each is loaded on first use. */
import { membersOnly } from '../app/members-only.ts'
import { withQueries } from '../app/with-queries.ts'
import type { Texts } from '../router/address.ts'
import type { PageRoute } from '../router/page-routes.ts'
import type { Routes } from '../router/route.ts'
import { findCurrencyPage } from './currency-page.ts'

/** Common to these pages: members only, with the query cache. */
const own = { guard: membersOnly, around: withQueries }

const rupiahRoutes = {
  '/settings/wallets': {
    ...own,
    page: async () => (await import('./wallets-page.tsx')).WalletsPage,
  },
  '/settings/wallets/idr_deposit': {
    ...own,
    page: async () => (await import('./rupiah/deposit-page.tsx')).DepositPage,
  },
  '/settings/wallets/idr_deposit/upload-file': {
    ...own,
    page: async () => (await import('./rupiah/proof-page.tsx')).ProofPage,
  },
  '/settings/wallets/idr_withdraw': {
    ...own,
    page: async () => (await import('./rupiah/withdraw-page.tsx')).WithdrawPage,
  },
  // Anyone with the link of an e-mail may open it.
  '/settings/wallets/idr_withdraw/cancel': {
    around: withQueries,
    page: async () => (await import('./transfers/cancel-page.tsx')).CancelPage,
  },
} satisfies Routes

const rupiahPages = {
  rupiah: {
    deposit: { to: '/settings/wallets/idr_deposit' },
    withdraw: { to: '/settings/wallets/idr_withdraw' },
  },
  bitcoin: {
    deposit: { to: '/settings/wallets/btc_deposit' },
    withdraw: { to: '/settings/wallets/btc_withdraw' },
  },
} as const

/** Rupiah and bitcoin have separate pages (DEC-116). */
function findRedirect(
  { currency = '' }: Texts,
  direction: 'deposit' | 'withdraw',
): PageRoute | null {
  const page = findCurrencyPage(currency.toUpperCase())
  return membersOnly() ?? (page === null ? null : rupiahPages[page][direction])
}

const depositFile = () => import('./chains/coin-deposit-page.tsx')
const withdrawFile = () => import('./chains/coin-withdraw-page.tsx')

/** Coins and tokens over their chains, and bitcoin. */
const coinRoutes = {
  '/settings/wallets/$currency/deposit': {
    ...own,
    guard: (_, params) => findRedirect(params, 'deposit'),
    page: async () => (await depositFile()).CoinDepositPage,
  },
  '/settings/wallets/$currency/withdraw': {
    ...own,
    guard: (_, params) => findRedirect(params, 'withdraw'),
    page: async () => (await withdrawFile()).CoinWithdrawPage,
  },
  '/settings/wallets/btc_deposit': {
    ...own,
    page: async () => (await depositFile()).BitcoinDepositPage,
  },
  '/settings/wallets/btc_withdraw': {
    ...own,
    page: async () => (await withdrawFile()).BitcoinWithdrawPage,
  },
  '/settings/wallets/address-book': {
    ...own,
    page: async () => (await import('./address-book/address-book-page.tsx')).AddressBookPage,
  },
  '/settings/wallets/coin_withdraw/cancel': {
    around: withQueries,
    page: async () => (await import('./chains/coin-cancel-page.tsx')).CoinCancelPage,
  },
} satisfies Routes

export const walletRoutes = { ...rupiahRoutes, ...coinRoutes }

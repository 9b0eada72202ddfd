/** The routes of what a person holds, and of money in and out; each page is fetched when it is needed. */
import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { membersOnly } from '../app/members-only.ts'
import { pageFile } from '../app/page-file.ts'
import { ownPageOf } from './own-page.ts'

type Search = Record<string, unknown>

/** A parameter of the address as text; numbers that the router made of digits are texts again. */
function text(search: Search, key: string): string | undefined {
  const value = search[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The secret of a mail's link. */
function tokenOf(search: Search): { readonly token?: string } {
  const token = text(search, 'token')
  return token === undefined ? {} : { token }
}

/** Returns the routes below the one that gives pages the query cache. */
export function walletRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent
  return [
    createRoute({
      getParentRoute,
      path: '/settings/wallets',
      beforeLoad: membersOnly,
      component: lazyRouteComponent(() => pageFile(import('./wallets-page.tsx')), 'WalletsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/wallets/idr_deposit',
      beforeLoad: membersOnly,
      component: lazyRouteComponent(() => pageFile(import('./deposit-page.tsx')), 'DepositPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/wallets/idr_deposit/upload-file',
      beforeLoad: membersOnly,
      // A number, so that the address has it plain.
      validateSearch: ({ id }: Search): { readonly id?: number } =>
        typeof id === 'number' ? { id } : {},
      component: lazyRouteComponent(() => pageFile(import('./proof-page.tsx')), 'ProofPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/wallets/idr_withdraw',
      beforeLoad: membersOnly,
      component: lazyRouteComponent(() => pageFile(import('./withdraw-page.tsx')), 'WithdrawPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/wallets/idr_withdraw/cancel',
      validateSearch: tokenOf,
      component: lazyRouteComponent(() => pageFile(import('./cancel-page.tsx')), 'CancelPage'),
    }),
    ...coinRoutes(parent),
  ] as const
}

/** Rupiah and bitcoin have pages of their own (DEC-116); throws what the router follows. */
function toOwnPage(currency: string, direction: 'deposit' | 'withdraw'): void {
  const own = ownPageOf(currency.toUpperCase())
  if (own === null) return
  throw redirect({ to: ownPages[own][direction], replace: true })
}

const ownPages = {
  rupiah: {
    deposit: '/settings/wallets/idr_deposit',
    withdraw: '/settings/wallets/idr_withdraw',
  },
  bitcoin: {
    deposit: '/settings/wallets/btc_deposit',
    withdraw: '/settings/wallets/btc_withdraw',
  },
} as const

const depositFile = () => pageFile(import('./chains/coin-deposit-page.tsx'))
const withdrawFile = () => pageFile(import('./chains/coin-withdraw-page.tsx'))

/** Coins and tokens over their chains, and bitcoin. */
function coinRoutes<Parent extends AnyRoute>(parent: Parent) {
  const getParentRoute = () => parent
  return [
    createRoute({
      getParentRoute,
      path: '/settings/wallets/$currency/deposit',
      beforeLoad: ({ params: { currency } }) => {
        membersOnly()
        toOwnPage(currency, 'deposit')
      },
      component: lazyRouteComponent(depositFile, 'CoinDepositPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/wallets/$currency/withdraw',
      beforeLoad: ({ params: { currency } }) => {
        membersOnly()
        toOwnPage(currency, 'withdraw')
      },
      component: lazyRouteComponent(withdrawFile, 'CoinWithdrawPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/wallets/btc_deposit',
      beforeLoad: membersOnly,
      component: lazyRouteComponent(depositFile, 'BitcoinDepositPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/wallets/btc_withdraw',
      beforeLoad: membersOnly,
      component: lazyRouteComponent(withdrawFile, 'BitcoinWithdrawPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/wallets/address-book',
      beforeLoad: membersOnly,
      component: lazyRouteComponent(
        () => pageFile(import('./address-book/address-book-page.tsx')),
        'AddressBookPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/wallets/coin_withdraw/cancel',
      validateSearch: tokenOf,
      component: lazyRouteComponent(
        () => pageFile(import('./chains/coin-cancel-page.tsx')),
        'CoinCancelPage',
      ),
    }),
  ] as const
}

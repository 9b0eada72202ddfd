/** The routes of what a person holds, and of rupiah in and out; each page is fetched when it is needed. */
import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { currentSession } from '../api/session.ts'
import { pageFile } from '../app/page-file.ts'

type Search = Record<string, unknown>

/** Pages of an account lead guests home (SET-04, SET-05). */
function membersOnly(): void {
  if (currentSession() === null) throw redirect({ to: '/' })
}

/** A parameter of the address as text; numbers that the router made of digits are texts again. */
function text(search: Search, key: string): string | undefined {
  const value = search[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
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
      validateSearch: (search: Search): { readonly token?: string } => {
        const token = text(search, 'token')
        return token === undefined ? {} : { token }
      },
      component: lazyRouteComponent(() => pageFile(import('./cancel-page.tsx')), 'CancelPage'),
    }),
  ] as const
}

/** Routes that redirect instead of showing a page. */
import type { Viewer } from './screen.ts'

export type Detour = {
  readonly path: string
  readonly route: string
  readonly viewer: Viewer
  readonly to: string
}

const homeFor = (viewer: Viewer, route: string): Detour => ({
  path: route,
  route,
  viewer,
  to: '/',
})

/** The routes that redirect: for which viewer and where to, on a desktop. */
export const detours: readonly Detour[] = [
  { path: '/market', route: '/market', viewer: 'guest', to: '/markets' },
  { path: '/market', route: '/market', viewer: 'user', to: '/markets' },
  { path: '/settings', route: '/settings', viewer: 'user', to: '/settings/profile' },
  ...['/kyc', '/kyc/nationality'].map(
    (route): Detour => ({ path: route, route, viewer: 'user', to: '/kyc/id/empat' }),
  ),
  // DEC-116
  ...(['deposit', 'withdraw'] as const).flatMap((way): readonly Detour[] => {
    const route = `/settings/wallets/$currency/${way}`
    const from = (symbol: string) => `/settings/wallets/${symbol}/${way}`
    return [
      { path: from('IDR'), route, viewer: 'user', to: `/settings/wallets/idr_${way}` },
      { path: from('BTC'), route, viewer: 'user', to: `/settings/wallets/btc_${way}` },
      { path: from('NONE'), route, viewer: 'user', to: '/settings/wallets' },
      { path: from('USDT'), route, viewer: 'guest', to: '/' },
    ]
  }),
  { path: '/kyc/id/satu', route: '/kyc/$variant/$step', viewer: 'guest', to: '/' },
  ...[
    '/auth/login',
    '/auth/register',
    '/auth/forgot-password',
    '/maintenance',
    // A demo trader has signed the agreement (AGR-01).
    '/settings/agreement-sign',
    '/settings/agreement-sign-two',
  ].map((route) => homeFor('user', route)),
  ...[
    '/maintenance',
    '/auth/two-factor-auth',
    '/settings',
    '/settings/profile',
    '/settings/2fa',
    '/settings/wallets',
    '/settings/wallets/idr_deposit',
    '/settings/wallets/idr_deposit/upload-file',
    '/settings/wallets/idr_withdraw',
    '/settings/wallets/btc_deposit',
    '/settings/wallets/btc_withdraw',
    '/settings/wallets/address-book',
    '/settings/statements',
    '/settings/tax',
    '/settings/bank',
    '/settings/delete-account',
    '/kyc',
    '/kyc/nationality',
    '/settings/agreement-sign',
    '/settings/agreement-sign-two',
  ].map((route) => homeFor('guest', route)),
]

/** Every screen that there is, for pictures and for the checks that hold on all of them. */

export type Screen = {
  readonly name: string
  readonly path: string
  /** Looked at by a demo trader, else by a guest. */
  readonly signedIn: boolean
}

/** Each issue adds its own. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/', signedIn: false },
  { name: 'markets', path: '/markets', signedIn: false },
  { name: 'trading-guest', path: '/markets/1/BTC_IDR', signedIn: false },
  { name: 'login', path: '/auth/login', signedIn: false },
  { name: 'register', path: '/auth/register', signedIn: false },
  { name: 'forgot-password', path: '/auth/forgot-password', signedIn: false },
  { name: 'verify-again', path: '/auth/email-verification-token-request', signedIn: false },
  { name: 'verify', path: '/auth/email-verification', signedIn: false },
  {
    name: 'change-password',
    path: '/auth/passchange-form?email=sari@contoh.id&token=abc',
    signedIn: false,
  },
  { name: 'terms', path: '/pages/term-and-conditions', signedIn: false },
  { name: 'privacy', path: '/pages/privacy-policy', signedIn: false },
  { name: 'contact', path: '/pages/contact-us', signedIn: false },
  { name: 'not-found', path: '/no-such-page', signedIn: false },
  { name: 'chart', path: '/chart/candles?pair=BTC_IDR&width=320&height=300', signedIn: false },
  { name: 'trading', path: '/markets/1/BTC_IDR', signedIn: true },
  { name: 'profile', path: '/settings/profile', signedIn: true },
  { name: 'security', path: '/settings/2fa', signedIn: true },
  { name: 'delete-account', path: '/settings/delete-account', signedIn: true },
  { name: 'wallets', path: '/settings/wallets', signedIn: true },
  { name: 'home-signed-in', path: '/', signedIn: true },
]

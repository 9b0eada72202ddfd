/**
 * Every call: its path, its host group (API-01), who may make it, and what it takes. The server registers
 * its routes from this table, so a call that is not here does not exist, and one whose `access` is
 * `session` cannot be served without one.
 */
import type * as z from 'zod/mini'
import { ContactUs } from './contact.ts'
import { ExportQuery } from './export.ts'
import { ListQuery } from './list.ts'
import { DeleteAccount, UpdateProfile } from './profile.ts'
import {
  CancelAll,
  CancelOrder,
  CandlesQuery,
  EnterAsDemo,
  FillsQuery,
  Nothing,
  PairQuery,
  PlaceOrder,
} from './requests.ts'
import { ChangePassword, MailRequest, SignUp, VerifyEmail } from './registration.ts'
import { RevokeSessions, SignIn, TwoFactorCode, TwoFactorLogin } from './sign-in.ts'

/** The configured bases that calls are sent to (API-01). */
export const hostNames = ['api', 'realtime', 'sync', 'evm', 'payment', 'config', 'proxy'] as const
export type HostName = (typeof hostNames)[number]

export type Call = {
  readonly method: 'GET' | 'POST'
  /** With `:id` where the path has a parameter. */
  readonly path: string
  readonly host: HostName
  readonly access: 'open' | 'session'
  /** Of a POST the body, of a GET the query. */
  readonly takes: z.ZodMiniType
}

/** What a call's handler is given of body or query. */
export type InputOf<C extends Call> = z.output<C['takes']>

export const calls = {
  status: open('GET', '/auth/status', 'api', Nothing),
  signUp: open('POST', '/auth/signup_post', 'api', SignUp),
  verifyEmail: open('POST', '/auth/email_verification', 'api', VerifyEmail),
  requestVerification: open('POST', '/auth/email_verification_token_request', 'api', MailRequest),
  requestPasswordChange: open('POST', '/auth/passchange-request', 'api', MailRequest),
  changePassword: open('POST', '/auth/passchange_form_post', 'api', ChangePassword),
  captchaChallenge: open('GET', '/captcha/challenge', 'api', Nothing),
  signIn: open('POST', '/auth/signin_post', 'api', SignIn),
  twoFactorLogin: open('POST', '/auth/two-fa-login', 'api', TwoFactorLogin),
  signOut: own('POST', '/auth/signout', 'api', Nothing),
  checkToken: own('POST', '/users/check-token', 'api', Nothing),
  sessions: own('GET', '/users/sessions', 'api', Nothing),
  revokeSessions: own('POST', '/users/sessions/revoke', 'api', RevokeSessions),
  twoFactorSecret: own('GET', '/users/two-fa-qr-img', 'api', Nothing),
  activateTwoFactor: own('POST', '/users/two-fa-activate', 'api', TwoFactorCode),
  deactivateTwoFactor: own('POST', '/users/two-fa-deactivate', 'api', TwoFactorCode),
  profile: own('GET', '/users/mydata', 'api', Nothing),
  updateProfile: own('POST', '/users/mydata', 'api', UpdateProfile),
  deleteAccount: own('POST', '/users/delete-account', 'api', DeleteAccount),
  /** A form with one field `file`. */
  upload: own('POST', '/users/upload', 'api', Nothing),
  contactUs: open('POST', '/users/contact-us', 'sync', ContactUs),
  notifications: own('GET', '/notifs', 'sync', ListQuery),
  clearNotifications: own('POST', '/notifs/clear-all', 'sync', Nothing),
  articles: open('GET', '/articles', 'api', ListQuery),
  bonusPeriod: own('GET', '/bonus/current-period', 'sync', Nothing),
  bonusCount: own('GET', '/bonus/order-complete', 'sync', Nothing),
  /** Simulation only. */
  demoPeople: open('GET', '/simulation/people', 'api', Nothing),
  /** Simulation only. */
  enterAsDemo: open('POST', '/simulation/enter', 'api', EnterAsDemo),

  markets: open('GET', '/markets', 'api', ListQuery),
  market: open('GET', '/markets/:id', 'api', Nothing),
  currencies: open('GET', '/currencies', 'api', ListQuery),
  book: open('GET', '/exchange/load-first-time', 'sync', PairQuery),
  trades: open('GET', '/histories/load-first-time', 'sync', PairQuery),
  emitBook: open('GET', '/obooks/emit/:id', 'api', Nothing),
  candles: open('GET', '/chart/history', 'api', CandlesQuery),
  lastDay: open('GET', '/chart/last-day', 'api', Nothing),

  placeOrder: own('POST', '/exchange/:id', 'api', PlaceOrder),
  cancelOrder: own('POST', '/obooks/cancel', 'api', CancelOrder),
  cancelAllOrders: own('POST', '/obooks/cancel-all', 'api', CancelAll),
  openOrders: own('GET', '/obooks/myobook-open', 'api', ListQuery),
  closedOrders: own('GET', '/obooks/myobook-close', 'api', ListQuery),
  orderOfCommand: own('GET', '/obooks/by-command/:id', 'api', Nothing),
  fills: own('GET', '/histories/detail-for-one-orderbook', 'sync', FillsQuery),
  /** Answer with a file of CSV. */
  exportOrders: own('GET', '/obooks/export', 'api', ExportQuery),
  exportFills: own('GET', '/histories/export', 'sync', ExportQuery),
  balances: own('GET', '/balances', 'api', ListQuery),
} as const satisfies Record<string, Call>

type Named<Takes extends z.ZodMiniType> = Omit<Call, 'takes'> & { readonly takes: Takes }

function open<Takes extends z.ZodMiniType>(
  ...[method, path, host, takes]: [Call['method'], string, HostName, Takes]
): Named<Takes> & { readonly access: 'open' } {
  return { method, path, host, access: 'open', takes }
}

function own<Takes extends z.ZodMiniType>(
  ...[method, path, host, takes]: [Call['method'], string, HostName, Takes]
): Named<Takes> & { readonly access: 'session' } {
  return { method, path, host, access: 'session', takes }
}

/**
 * Every call: its path, its host group (API-01), who may make it, and what it takes. The server registers
 * its routes from this table, so a call that is not here does not exist, and one whose `access` is
 * `session` cannot be served without one.
 */
import type * as z from 'zod/mini'
import { SaveBankAccount, LockBankAccount } from './bank-account.ts'
import { ContactUs } from './contact.ts'
import {
  ChangeOperator,
  DecideDeposit,
  DecideWithdrawal,
  DeskAuditQuery,
  DeskDepositsQuery,
  DeskWithdrawalsQuery,
  RevealPerson,
} from './desk.ts'
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
import { CancelByLink, CancelWithdrawal, MakeDeposit, Withdraw } from './rupiah.ts'
import { RevokeSessions, SignIn, TwoFactorCode, TwoFactorLogin } from './sign-in.ts'

/** The configured bases that calls are sent to (API-01). */
export const hostNames = ['api', 'realtime', 'sync', 'evm', 'payment', 'config', 'proxy'] as const
export type HostName = (typeof hostNames)[number]

export type Call = {
  readonly method: 'GET' | 'POST'
  /** With `:id` where the path has a parameter. */
  readonly path: string
  readonly host: HostName
  /** `operator`: a session of the console, with a role that the server names for each call. */
  readonly access: 'open' | 'session' | 'operator'
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
  bankAccount: own('GET', '/users/mybank', 'api', Nothing),
  saveBankAccount: own('POST', '/users/mybank', 'api', SaveBankAccount),
  banks: own('GET', '/api/payment/available_disbursements_bank', 'payment', Nothing),
  /** Mails a one-time code. */
  sendCode: own('POST', '/otps/create', 'sync', Nothing),
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

  rupiahMinDeposit: open('GET', '/wallets_idr/min-deposit', 'sync', Nothing),
  rupiahPayoutFee: own('GET', '/wallets_idr/xendit-wd-fee', 'sync', Nothing),
  rupiahRules: own('GET', '/wallets_idr/rules', 'sync', Nothing),
  makeDeposit: own('POST', '/wallets_idr/deposit', 'sync', MakeDeposit),
  deposits: own('GET', '/wallets_idr/deposits', 'sync', ListQuery),
  /** A form with the fields `depoidr_id` and `depoidr_file`. */
  depositFile: own('POST', '/wallets_idr/deposit_file', 'sync', Nothing),
  withdraw: own('POST', '/wallets_idr/withdraw', 'sync', Withdraw),
  withdrawals: own('GET', '/wallets_idr/withdraws', 'sync', ListQuery),
  cancelWithdrawal: own('POST', '/wallets_idr/withdraw/cancel', 'sync', CancelWithdrawal),
  cancelWithdrawalByLink: open(
    'POST',
    '/wallets_idr/withdraw/cancel-by-link',
    'sync',
    CancelByLink,
  ),
  /** From the gateway alone: its token is in the header `x-callback-token`. */
  invoiceCallback: open('POST', '/wallets_idr/callbacks/invoice', 'sync', Nothing),
  payoutCallback: open('POST', '/wallets_idr/callbacks/payout', 'sync', Nothing),

  deskMe: desk('GET', '/desk/me', 'api', Nothing),
  deskOverview: desk('GET', '/desk/overview', 'api', Nothing),
  deskDeposits: desk('GET', '/desk/deposits', 'api', DeskDepositsQuery),
  deskDeposit: desk('GET', '/desk/deposits/:id', 'api', Nothing),
  /** Answers with the picture or document that its owner handed in. */
  deskDepositFile: desk('GET', '/desk/deposits/:id/file', 'api', Nothing),
  decideDeposit: desk('POST', '/desk/deposits/:id/decide', 'api', DecideDeposit),
  deskWithdrawals: desk('GET', '/desk/withdrawals', 'api', DeskWithdrawalsQuery),
  deskWithdrawal: desk('GET', '/desk/withdrawals/:id', 'api', Nothing),
  decideWithdrawal: desk('POST', '/desk/withdrawals/:id/decide', 'api', DecideWithdrawal),
  deskAudit: desk('GET', '/desk/audit', 'api', DeskAuditQuery),
  revealPerson: desk('POST', '/desk/reveal', 'api', RevealPerson),
  lockBankAccount: desk('POST', '/desk/bank-account/lock', 'api', LockBankAccount),
  unlockBankAccount: desk('POST', '/desk/bank-account/unlock', 'api', LockBankAccount),
  deskOperators: desk('GET', '/desk/operators', 'api', Nothing),
  changeOperator: desk('POST', '/desk/operators', 'api', ChangeOperator),
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

function desk<Takes extends z.ZodMiniType>(
  ...[method, path, host, takes]: [Call['method'], string, HostName, Takes]
): Named<Takes> & { readonly access: 'operator' } {
  return { method, path, host, access: 'operator', takes }
}

/**
 * Every call: its path, its host group (API-01), who may make it, and what it takes. The server registers
 * its routes from this table, so a call that is not here does not exist, and one whose `access` is
 * `session` cannot be served without one.
 */
import type * as z from 'zod/mini'
import {
  DeskBooksQuery,
  DeskClosingQuery,
  DeskClosingsQuery,
  DeskLedgerQuery,
  DeskPersonLedgerQuery,
  LookAtBooks,
} from './books.ts'
import { BookReserve } from './chain-reserve.ts'
import { ChangeCounterparty, RemoveCounterparty, SaveCounterparty } from './address-book.ts'
import { Agree, UpdateParticulars } from './agreement.ts'
import { SaveBankAccount, LockBankAccount } from './bank-account.ts'
import {
  ClaimCoin,
  ClaimToken,
  EvmChainIdQuery,
  EvmTokensQuery,
  TellSender,
  UseFaucet,
} from './chain-deposits.ts'
import {
  DecideChainDeposit,
  DecideChainWithdrawal,
  DeskChainDepositsQuery,
  DeskChainWithdrawalsQuery,
  PreviewChainWithdrawal,
  SteerChain,
} from './chain-desk.ts'
import {
  CancelChainWithdrawal,
  ChainRulesQuery,
  CheckPayee,
  ChainWithdrawalLink,
  WithdrawBitcoin,
  WithdrawEvmCoin,
  WithdrawEvmToken,
} from './chain-withdrawals.ts'
import { ContactUs } from './contact.ts'
import { DeskBonusQuery } from './desk-bonus.ts'
import { DeskArticlesQuery, SaveAnnouncement, SaveArticle, TurnContent } from './desk-content.ts'
import {
  AddPasskey,
  ChangeOperator,
  RemovePasskey,
  DecideDeposit,
  DecideProposal,
  DecideWithdrawal,
  DeskAuditFilter,
  DeskAuditQuery,
  DeskDepositsQuery,
  DeskWithdrawalsQuery,
  PreviewDeposit,
  PreviewWithdrawal,
  RevealPerson,
} from './desk.ts'
import { DeployTrialToken, ReadContract } from './desk-currencies.ts'
import { DecideChange, DeskChangesQuery, PreviewChange, ProposeChange } from './desk-changes.ts'
import { ExportQuery } from './export.ts'
import { CreateVerification } from './idmeta.ts'
import {
  DecideIdentity,
  DeskIdentityQuery,
  IdentityFileQuery,
  PreviewIdentity,
  ShowIdentity,
} from './kyc-desk.ts'
import { ChooseNationality } from './kyc.ts'
import { ListQuery } from './list.ts'
import { DeskPeopleQuery, FindPeople, KeepFactor, NotePerson } from './people.ts'
import { DeleteAccount, UpdateProfile } from './profile.ts'
import {
  CancelAll,
  CancelOrder,
  CandlesQuery,
  EnterAsDemo,
  EventsQuery,
  FillsQuery,
  Nothing,
  PairQuery,
  PlaceOrder,
} from './requests.ts'
import { ChangePassword, MailRequest, SignUp, VerifyEmail } from './registration.ts'
import { CancelByLink, CancelWithdrawal, MakeDeposit, Withdraw } from './rupiah.ts'
import { RevokeSessions, SendCode, SignIn, TwoFactorCode, TwoFactorLogin } from './sign-in.ts'
import { StatementFileQuery, StatementQuery } from './statements.ts'
import { DeskTaxQuery, TaxEvidenceQuery, TaxFileQuery } from './tax.ts'

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
  updateParticulars: own('POST', '/users/data-update', 'sync', UpdateParticulars),
  agreementText: own('GET', '/users/user-agreement-text', 'sync', Nothing),
  agree: own('POST', '/users/user-agree', 'sync', Agree),
  bankAccount: own('GET', '/users/mybank', 'api', Nothing),
  saveBankAccount: own('POST', '/users/mybank', 'api', SaveBankAccount),
  banks: own('GET', '/api/payment/available_disbursements_bank', 'payment', Nothing),
  /** Mails a one-time code, for one payment where one is named. */
  sendCode: own('POST', '/otps/create', 'sync', SendCode),
  /** A form with one field `file`. */
  upload: own('POST', '/users/upload', 'api', Nothing),
  kycStep: own('POST', '/kyc/checking-step', 'api', Nothing),
  /** What one has handed in so far. */
  kycData: own('GET', '/kyc/data', 'api', Nothing),
  kycNationality: own('POST', '/kyc/nationality', 'api', ChooseNationality),
  kycIdConsent: own('POST', '/kyc/id/01-persetujuan', 'api', Nothing),
  /** Forms, with the fields of `kycFields` and the files of `kycFiles`. */
  kycIdDetails: own('POST', '/kyc/id/02-basic-info', 'api', Nothing),
  kycIdVideo: own('POST', '/kyc/id/03-video-upload', 'api', Nothing),
  kycGlobalConsent: own('POST', '/kyc/global/01-persetujuan', 'api', Nothing),
  kycGlobalDetails: own('POST', '/kyc/global/02-basic-info', 'api', Nothing),
  kycGlobalVideo: own('POST', '/kyc/global/03-video-upload', 'api', Nothing),
  contactUs: open('POST', '/users/contact-us', 'sync', ContactUs),
  notifications: own('GET', '/notifs', 'sync', ListQuery),
  clearNotifications: own('POST', '/notifs/clear-all', 'sync', Nothing),
  articles: open('GET', '/articles', 'api', ListQuery),
  announcements: open('GET', '/announcements', 'api', Nothing),
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
  events: open('GET', '/realtime/events', 'realtime', EventsQuery),
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
  /** Every change of the own balances with its cause. */
  statement: own('GET', '/statements', 'api', StatementQuery),
  /** Answers with a file of CSV. */
  statementCsv: own('GET', '/statements/csv', 'api', StatementFileQuery),
  /** Answers with a document. */
  statementPdf: own('GET', '/statements/pdf', 'api', StatementFileQuery),
  /** What was withheld from own trades in a month or year. */
  taxEvidence: own('GET', '/tax/evidence', 'api', TaxEvidenceQuery),
  /** Answer with a file of CSV, and with a document. */
  taxEvidenceCsv: own('GET', '/tax/evidence/csv', 'api', TaxFileQuery),
  taxEvidencePdf: own('GET', '/tax/evidence/pdf', 'api', TaxFileQuery),

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
  withdrawalOfLink: open('POST', '/wallets_idr/withdraw/of-link', 'sync', CancelByLink),
  /** From the gateway alone: its token is in the header `x-callback-token`. */
  invoiceCallback: open('POST', '/wallets_idr/callbacks/invoice', 'sync', Nothing),
  payoutCallback: open('POST', '/wallets_idr/callbacks/payout', 'sync', Nothing),

  evmAddress: own('GET', '/wallets/ethereum-address', 'sync', Nothing),
  makeEvmAddress: own('POST', '/wallets/get-ethereum-address', 'sync', Nothing),
  bitcoinAddress: own('GET', '/wallets/bitcoin-address', 'sync', Nothing),
  makeBitcoinAddress: own('POST', '/wallets/get-bitcoin-address', 'sync', Nothing),
  chainDeposits: own('GET', '/ccdeposits', 'sync', ListQuery),
  tellSender: own('POST', '/ccdeposits/kyt', 'sync', TellSender),
  bitcoinDeposits: own('GET', '/wallets_btc/deposits', 'sync', ListQuery),
  claimToken: own('POST', '/blocks/erc20-deposit-manual', 'evm', ClaimToken),
  claimCoin: own('POST', '/blocks/coin-deposit-manual', 'evm', ClaimCoin),
  evmChainId: open('GET', '/public_config/evm-chain-id', 'api', EvmChainIdQuery),
  evmTokens: own('GET', '/block_evm_tokens/by-ccurrency-id', 'evm', EvmTokensQuery),
  /** Simulation only: coins from nowhere, to the own address. */
  useFaucet: own('POST', '/simulation/chain/faucet', 'api', UseFaucet),

  counterparties: own('GET', '/address-book', 'sync', Nothing),
  saveCounterparty: own('POST', '/address-book/save', 'sync', SaveCounterparty),
  changeCounterparty: own('POST', '/address-book/change', 'sync', ChangeCounterparty),
  removeCounterparty: own('POST', '/address-book/remove', 'sync', RemoveCounterparty),

  withdrawEvmCoin: own('POST', '/evm/coin-withdraw', 'evm', WithdrawEvmCoin),
  withdrawEvmToken: own('POST', '/evm/token-withdraw', 'evm', WithdrawEvmToken),
  withdrawBitcoin: own('POST', '/wallets_btc/withdraw', 'sync', WithdrawBitcoin),
  chainWithdrawals: own('GET', '/withdraws', 'sync', ListQuery),
  bitcoinWithdrawals: own('GET', '/wallets_btc/withdraws', 'sync', ListQuery),
  /** Fees, limits and chains of a currency's withdrawals. */
  chainWithdrawalRules: own('GET', '/withdraws/rules', 'sync', ChainRulesQuery),
  /** Whether an address may be paid at: what stands against it is said before a code is asked for. */
  checkPayee: own('POST', '/withdraws/check-address', 'sync', CheckPayee),
  cancelChainWithdrawal: own('POST', '/withdraws/cancel', 'sync', CancelChainWithdrawal),
  cancelChainWithdrawalByLink: open(
    'POST',
    '/withdraws/cancel-by-link',
    'sync',
    ChainWithdrawalLink,
  ),
  chainWithdrawalOfLink: open('POST', '/withdraws/of-link', 'sync', ChainWithdrawalLink),

  createVerification: own('POST', '/idmeta/verification-id', 'sync', CreateVerification),
  /** Forms with the fields of `idmetaFields`. */
  verifyDocument: own('POST', '/idmeta/document-verification', 'sync', Nothing),
  verifyFace: own('POST', '/idmeta/biometric-verification', 'sync', Nothing),
  /** From the provider alone: its signature is in the header `x-signature`. */
  idmetaCallback: open('POST', '/idmeta/callback', 'sync', Nothing),
  /** With the header `x-api-key`. */
  hostConfig: open('GET', '/config', 'config', Nothing),

  deskMe: desk('GET', '/desk/me', 'api', Nothing),
  deskPasskeys: desk('GET', '/desk/passkeys', 'api', Nothing),
  beginPasskey: desk('POST', '/desk/passkeys/begin', 'api', Nothing),
  addPasskey: desk('POST', '/desk/passkeys', 'api', AddPasskey),
  removePasskey: desk('POST', '/desk/passkeys/remove', 'api', RemovePasskey),
  deskOverview: desk('GET', '/desk/overview', 'api', Nothing),
  deskDeposits: desk('GET', '/desk/deposits', 'api', DeskDepositsQuery),
  deskDeposit: desk('GET', '/desk/deposits/:id', 'api', Nothing),
  /** Answers with the picture or document that its owner handed in. */
  deskDepositFile: desk('GET', '/desk/deposits/:id/file', 'api', Nothing),
  decideDeposit: desk('POST', '/desk/deposits/:id/decide', 'api', DecideDeposit),
  deskWithdrawals: desk('GET', '/desk/withdrawals', 'api', DeskWithdrawalsQuery),
  deskWithdrawal: desk('GET', '/desk/withdrawals/:id', 'api', Nothing),
  decideWithdrawal: desk('POST', '/desk/withdrawals/:id/decide', 'api', DecideWithdrawal),
  /** Answers with the mail that the person would get. */
  previewDeposit: desk('POST', '/desk/deposits/:id/preview', 'api', PreviewDeposit),
  previewWithdrawal: desk('POST', '/desk/withdrawals/:id/preview', 'api', PreviewWithdrawal),
  deskIdentities: desk('GET', '/desk/identity', 'api', DeskIdentityQuery),
  deskIdentity: desk('GET', '/desk/identity/:id', 'api', Nothing),
  showIdentity: desk('POST', '/desk/identity/:id/show', 'api', ShowIdentity),
  /** Answers with a picture or video, for the token that showing the case gave. */
  deskIdentityFile: desk('GET', '/desk/identity/:id/file/:file', 'api', IdentityFileQuery),
  decideIdentity: desk('POST', '/desk/identity/:id/decide', 'api', DecideIdentity),
  /** Answers with the mail that the person would get. */
  previewIdentity: desk('POST', '/desk/identity/:id/preview', 'api', PreviewIdentity),
  deskChainDeposits: desk('GET', '/desk/chain-deposits', 'api', DeskChainDepositsQuery),
  deskChainDeposit: desk('GET', '/desk/chain-deposits/:id', 'api', Nothing),
  decideChainDeposit: desk('POST', '/desk/chain-deposits/:id/decide', 'api', DecideChainDeposit),
  deskChainWithdrawals: desk('GET', '/desk/chain-withdrawals', 'api', DeskChainWithdrawalsQuery),
  deskChainWithdrawal: desk('GET', '/desk/chain-withdrawals/:id', 'api', Nothing),
  decideChainWithdrawal: desk(
    'POST',
    '/desk/chain-withdrawals/:id/decide',
    'api',
    DecideChainWithdrawal,
  ),
  /** Answers with the mail that the person would get. */
  previewChainWithdrawal: desk(
    'POST',
    '/desk/chain-withdrawals/:id/preview',
    'api',
    PreviewChainWithdrawal,
  ),
  deskChains: desk('GET', '/desk/chains', 'api', Nothing),
  steerChain: desk('POST', '/desk/chains', 'api', SteerChain),
  deskReserves: desk('GET', '/desk/chain-reserves', 'api', Nothing),
  /** Proposes; from another operator, with the same chain, currency and amount, it confirms. */
  bookReserve: desk('POST', '/desk/chain-reserves', 'api', BookReserve),
  deskArticles: desk('GET', '/desk/articles', 'api', DeskArticlesQuery),
  deskArticle: desk('GET', '/desk/articles/:id', 'api', Nothing),
  addArticle: desk('POST', '/desk/articles', 'api', SaveArticle),
  saveArticle: desk('POST', '/desk/articles/:id', 'api', SaveArticle),
  removeArticle: desk('POST', '/desk/articles/:id/remove', 'api', TurnContent),
  restoreArticle: desk('POST', '/desk/articles/:id/restore', 'api', TurnContent),
  deskBonus: desk('GET', '/desk/bonus', 'api', DeskBonusQuery),
  deskMaintenance: desk('GET', '/desk/maintenance', 'api', Nothing),
  deskAnnouncements: desk('GET', '/desk/announcements', 'api', Nothing),
  addAnnouncement: desk('POST', '/desk/announcements', 'api', SaveAnnouncement),
  saveAnnouncement: desk('POST', '/desk/announcements/:id', 'api', SaveAnnouncement),
  removeAnnouncement: desk('POST', '/desk/announcements/:id/remove', 'api', TurnContent),
  deskMarkets: desk('GET', '/desk/markets', 'api', Nothing),
  deskSchedules: desk('GET', '/desk/schedules', 'api', Nothing),
  /** A month's bourse fees and taxes of everybody. */
  deskTax: desk('GET', '/desk/tax', 'api', DeskTaxQuery),
  /** Answers with a file of CSV, a line for each; that it was taken is recorded. */
  deskTaxCsv: desk('GET', '/desk/tax/csv', 'api', DeskTaxQuery),
  deskBooks: desk('GET', '/desk/books', 'api', DeskBooksQuery),
  /** Answers with a file, as all calls here that end in `export`. */
  exportBooks: desk('GET', '/desk/books/export', 'api', DeskBooksQuery),
  deskClosings: desk('GET', '/desk/closings', 'api', DeskClosingsQuery),
  deskClosing: desk('GET', '/desk/closings/day', 'api', DeskClosingQuery),
  exportClosing: desk('GET', '/desk/closings/export', 'api', DeskClosingQuery),
  deskLedger: desk('GET', '/desk/ledger', 'api', DeskLedgerQuery),
  exportLedger: desk('GET', '/desk/ledger/export', 'api', DeskLedgerQuery),
  personLedger: desk('GET', '/desk/people/:id/ledger', 'api', DeskPersonLedgerQuery),
  deskReconciliation: desk('GET', '/desk/reconciliation', 'api', Nothing),
  exportReconciliation: desk('GET', '/desk/reconciliation/export', 'api', Nothing),
  lookAtBooks: desk('POST', '/desk/reconciliation', 'api', LookAtBooks),
  deskCurrencies: desk('GET', '/desk/currencies', 'api', Nothing),
  /** What a contract says of itself, for the form that adds it. */
  readContract: desk('POST', '/desk/currencies/contract', 'api', ReadContract),
  /** Simulation: makes a token on a local chain. */
  deployTrialToken: desk('POST', '/desk/currencies/trial-token', 'api', DeployTrialToken),
  deskAudit: desk('GET', '/desk/audit', 'api', DeskAuditQuery),
  deskAuditCsv: desk('GET', '/desk/audit/csv', 'api', DeskAuditFilter),
  deskPeople: desk('GET', '/desk/people', 'api', DeskPeopleQuery),
  findPeople: desk('POST', '/desk/people/find', 'api', FindPeople),
  deskPerson: desk('GET', '/desk/people/:id', 'api', Nothing),
  deskPersonActivity: desk('GET', '/desk/people/:id/activity', 'api', Nothing),
  /** Keeps a second factor that operators are about to take off, by the link of the mail about it. */
  keepFactor: open('POST', '/users/keep-factor', 'sync', KeepFactor),
  notePerson: desk('POST', '/desk/people/:id/notes', 'api', NotePerson),
  revealPerson: desk('POST', '/desk/reveal', 'api', RevealPerson),
  lockBankAccount: desk('POST', '/desk/bank-account/lock', 'api', LockBankAccount),
  unlockBankAccount: desk('POST', '/desk/bank-account/unlock', 'api', LockBankAccount),
  deskOperators: desk('GET', '/desk/operators', 'api', Nothing),
  changeOperator: desk('POST', '/desk/operators', 'api', ChangeOperator),
  deskProposals: desk('GET', '/desk/operators/proposals', 'api', Nothing),
  decideProposal: desk('POST', '/desk/operators/proposals/:id/decide', 'api', DecideProposal),
  previewChange: desk('POST', '/desk/changes/preview', 'api', PreviewChange),
  /** Names itself in `Idempotency-Key`: repeated, it tells what became of the first. */
  proposeChange: desk('POST', '/desk/changes', 'api', ProposeChange),
  deskChanges: desk('GET', '/desk/changes', 'api', DeskChangesQuery),
  deskSettings: desk('GET', '/desk/settings', 'api', Nothing),
  decideChange: desk('POST', '/desk/changes/:id/decide', 'api', DecideChange),
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

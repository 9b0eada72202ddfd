/** All page routes of the app. A link to an unknown page does not compile. */

/** The path of a page, with named parameters. */
export type PagePath =
  | '/'
  | '/markets'
  | '/market'
  | '/markets/$marketId/$pair'
  | '/maintenance'
  | '/pages/term-and-conditions'
  | '/pages/privacy-policy'
  | '/pages/contact-us'
  | '/auth/login'
  | '/auth/register'
  | '/auth/two-factor-auth'
  | '/auth/email-verification'
  | '/auth/email-verification-token-request'
  | '/auth/forgot-password'
  | '/auth/keep-factor'
  | '/auth/passchange-form'
  | '/settings'
  | '/settings/profile'
  | '/settings/2fa'
  | '/settings/delete-account'
  | '/settings/bank'
  | '/settings/agreement-sign'
  | '/settings/agreement-sign-two'
  | '/settings/statements'
  | '/settings/tax'
  | '/settings/wallets'
  | '/settings/wallets/idr_deposit'
  | '/settings/wallets/idr_deposit/upload-file'
  | '/settings/wallets/idr_withdraw'
  | '/settings/wallets/idr_withdraw/cancel'
  | '/settings/wallets/$currency/deposit'
  | '/settings/wallets/$currency/withdraw'
  | '/settings/wallets/btc_deposit'
  | '/settings/wallets/btc_withdraw'
  | '/settings/wallets/address-book'
  | '/settings/wallets/coin_withdraw/cancel'
  | '/kyc'
  | '/kyc/nationality'
  | '/kyc/$variant/$step'

/** The parameter names of a path. */
type ParamNames<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

type RouteParams<Path extends string> = [ParamNames<Path>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamNames<Path>, string>> }

/** The query; undefined values are left out. */
export type Search = Readonly<Record<string, string | number | undefined>>

/** A page with its parameters, as links and navigations name it. */
export type PageRoute = {
  [Path in PagePath]: {
    readonly to: Path
    readonly search?: Search
    readonly hash?: string
  } & RouteParams<Path>
}[PagePath]

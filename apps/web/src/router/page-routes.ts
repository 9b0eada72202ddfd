/** Every page of the app by its address, so that a link to none of them does not compile. */

/** The address of a page, its parameters by name. */
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

/** The names of an address's parameters. */
type NamesOf<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NamesOf<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

type ParamsOf<Path extends string> = [NamesOf<Path>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<NamesOf<Path>, string>> }

/** What stands behind the question mark; what is undefined is left out. */
export type Search = Readonly<Record<string, string | number | undefined>>

/** A page as a link or a navigation names it. */
export type Place = {
  [Path in PagePath]: {
    readonly to: Path
    readonly search?: Search
    readonly hash?: string
  } & ParamsOf<Path>
}[PagePath]

/** The payment that a one-time code is bound to, so that the code confirms no other payment (ATT-13). */
import { amountInSentence, type Language, savedAccountWords } from '@tukar/i18n/server'

/** A payment as the client names it. The texts are the same when a code is requested and when it is used. */
export type CodePayment = {
  /** The symbol of the currency, such as BTC. */
  readonly symbol: string
  /** The id of an EVM chain; null for bitcoin and rupiah. */
  readonly chainId: number | null
  /** A decimal, as in the withdrawal. */
  readonly amount: string
  /** An address, or bank and number of the saved bank account; null if there is none. */
  readonly receiver: string | null
}

/**
 * One text for each payment. The spelling of amounts and addresses makes no difference: EVM addresses are
 * equal in any case of letters, and no two bitcoin addresses differ in case alone.
 */
export function paymentKey({ symbol, chainId, amount, receiver }: CodePayment): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const digits = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')]
  return JSON.stringify([symbol.toUpperCase(), chainId, digits, receiver?.trim().toLowerCase()])
}

/** The amount and the receiver of a payment, as the e-mail names them. */
export function describePayment(
  { symbol, amount, receiver }: CodePayment,
  language: Language,
): { readonly amount: string; readonly receiver: string } {
  return {
    amount: amountInSentence(amount, symbol.toUpperCase()),
    receiver: receiver === null ? savedAccountWords[language] : shownReceiver({ symbol, receiver }),
  }
}

/** An address, or the bank with the last four digits of the account. */
function shownReceiver({ symbol, receiver }: { symbol: string; receiver: string }): string {
  const text = receiver.trim()
  return symbol.toUpperCase() === 'IDR' ? text.replace(/\d+(?=\d{4}$)/, '…') : text
}

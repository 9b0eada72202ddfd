/** What a mailed code may be bound to: one payment, so that it confirms no other (ATT-13). */
import { amountInSentence, type Language, savedAccountWords } from '@tukar/i18n/server'

/** A payment as its asker names it, with the same texts when a code is asked for and when it is used. */
export type CodePayment = {
  /** Of the currency, such as BTC. */
  readonly symbol: string
  /** Of an EVM chain; null for bitcoin and rupiah. */
  readonly chainId: number | null
  /** A decimal, as it is withdrawn. */
  readonly amount: string
  /** An address; null: the saved bank account. */
  readonly receiver: string | null
}

/**
 * One text for each payment. How amounts and addresses are written makes no difference: of EVM chains an
 * address in capitals is the same, and no two addresses of bitcoin differ in capitals alone.
 */
export function paymentKey({ symbol, chainId, amount, receiver }: CodePayment): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const digits = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')]
  return JSON.stringify([symbol.toUpperCase(), chainId, digits, receiver?.trim().toLowerCase()])
}

/** What is said of it in the mail: how much, and to whom. */
export function describePayment(
  { symbol, amount, receiver }: CodePayment,
  language: Language,
): { readonly amount: string; readonly receiver: string } {
  return {
    amount: amountInSentence(amount, symbol.toUpperCase()),
    receiver: receiver?.trim() ?? savedAccountWords[language],
  }
}

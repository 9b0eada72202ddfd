/** A bank account as notices, mails and records name it: enough to know it by, too little to use. */
import type { BankAccount } from './store.ts'

const shownDigits = 4

/** The bank, and the last four digits of the number behind three dots. */
export function shownAccount({ bankName, number }: Pick<BankAccount, 'bankName' | 'number'>): {
  readonly bank: string
  readonly number: string
} {
  return { bank: bankName, number: `…${number.slice(-shownDigits)}` }
}

/**
 * A bank account as notices, e-mails and the audit log name it: recognizable, but without the whole number.
 */
import type { BankAccount } from './store.ts'

const shownDigits = 4

/** The bank, and the last four digits of the number behind three dots. */
export function shownAccount({ bankName, number }: Pick<BankAccount, 'bankName' | 'number'>): {
  readonly bank: string
  readonly number: string
} {
  return { bank: bankName, number: `…${number.slice(-shownDigits)}` }
}

/**
 * The saved bank account, the list of banks, and one-time codes by e-mail, with their wire names (API-12,
 * API-13).
 */
import type { CodeTimes } from '../answers/accounts.ts'
import * as z from 'zod/mini'
import { RevealPerson } from '../desk/desk.ts'
import type { BankAccountRow, BankRow } from '../answers/wallets.ts'

/** Above every accepted length: a longer text is a malformed request, a shorter one gets its own error. */
const textLengthMax = 500
const text = z.string().check(z.maxLength(textLengthMax))

/** `name` is a bank's name from the list (DEC-99); unknown fields are dropped (ATT-89). */
export const SaveBankAccount = z.object({ name: text, ac_name: text, ac_number: text })

/** The user whose account an operator locks or unlocks, and the reason. */
export const LockBankAccount = z.object({
  user_id: RevealPerson.shape.user_id,
  reason: RevealPerson.shape.reason,
})

export type BankAccountFigures = {
  readonly bankName: string
  readonly holderName: string
  readonly number: string
  readonly isLocked: boolean
}

/** A bank account as its row. */
export function bankAccountRow(account: BankAccountFigures): BankAccountRow {
  return {
    name: account.bankName,
    ac_name: account.holderName,
    ac_number: account.number,
    data_lock: account.isLocked,
  }
}

export type BankFigures = {
  readonly code: string
  readonly name: string
  readonly canDisburse: boolean
}

/** A bank as its row. */
export function bankRow(bank: BankFigures): BankRow {
  return { code: bank.code, name: bank.name, can_disburse: bank.canDisburse }
}

/**
 * A one-time code that was sent: seconds until it expires and until the next one can be requested (DEC-122).
 */
export function codeTimesRow(times: {
  readonly lifeSeconds: number
  readonly pauseSeconds: number
}): CodeTimes {
  return { expires_s: times.lifeSeconds, resend_s: times.pauseSeconds }
}

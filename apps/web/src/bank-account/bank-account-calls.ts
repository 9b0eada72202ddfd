/** The calls of the bank account: the list of banks, and saving. */
import { routes } from '@tukar/wire'
import { call, load, type MessageResult } from '../api/call.ts'
import { type BankForm, parseAccountNumber } from './bank-form.ts'
import { toBankNames } from './bank-wire.ts'

/** Loads the names of banks for payouts, in alphabetical order (BANK-03). */
export function loadBanks(): Promise<readonly string[]> {
  return load(routes.banks, {}, ({ data }) => toBankNames(data.listsBank))
}

/** Saves the user's bank account. */
export async function saveBankAccount({ bank, holder, number }: BankForm): Promise<MessageResult> {
  const input = { name: bank, ac_name: holder.trim(), ac_number: parseAccountNumber(number) }
  const outcome = await call(routes.saveBankAccount, { input })
  return outcome.ok ? { ok: true, message: outcome.body.msg } : outcome
}

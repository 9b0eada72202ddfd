/** The calls of the bank account: the banks there are, and saving one's own. */
import type { Told } from '../accounts/account-calls.ts'
import { textAt } from '../api/json.ts'
import { send } from '../api/request.ts'
import { CallFailed } from '../api/call.ts'
import { type BankForm, numberOf } from './bank-form.ts'
import { readBanks } from './bank-wire-reading.ts'

/** Loads the names of the banks that can be paid to, in the order of the alphabet (BANK-03). */
export async function loadBanks(): Promise<readonly string[]> {
  const path = '/api/payment/available_disbursements_bank'
  const outcome = await send({ host: 'payment', method: 'GET', path })
  if (!outcome.ok) throw new CallFailed(outcome)
  return readBanks(outcome.body)
}

/** Saves the own bank account. */
export async function saveBankAccount({ bank, holder, number }: BankForm): Promise<Told> {
  const body = { name: bank, ac_name: holder.trim(), ac_number: numberOf(number) }
  const outcome = await send({ host: 'api', method: 'POST', path: '/users/mybank', body })
  return outcome.ok ? { ok: true, message: textAt(outcome.body, 'msg') } : outcome
}

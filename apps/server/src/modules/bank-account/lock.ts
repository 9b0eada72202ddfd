/**
 * The lock of a bank account (DEC-96), so that nobody who takes the account over sends the next withdrawal
 * elsewhere. It falls once money has arrived there, unless the settings say otherwise; an operator alone
 * opens it, and withdrawals wait.
 */
import type { Transaction } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { notifyOwner, type SecurityNoticeDeps } from '../accounts/index.ts'
import { notify } from '../notifications/index.ts'
import { shownAccount } from './shown-account.ts'
import { type BankAccount, lockAccount, unlockAccount } from './store.ts'

/**
 * Locks a person's bank account, and tells its owner once. False, and nothing is done, where there is none
 * or it is locked, or where another one than `paidTo` is saved by now: money that arrived proves nothing
 * about that one.
 */
export async function lockBankAccount(
  transaction: Transaction,
  userId: number,
  paidTo?: Pick<BankAccount, 'bankCode' | 'number'>,
): Promise<boolean> {
  const account = await lockAccount(transaction, userId, paidTo ?? null)
  if (account === null) return false
  const params = shownAccount(account)
  const event = { accountId: userId, kind: 'bank.locked', clientAddress: null, details: params }
  await recordSecurityEvent(transaction, event)
  await notify(transaction, { accountId: userId, kind: 'bank_locked', params })
  return true
}

/**
 * Opens a locked account for its owner, on an operator's decision, which the caller records: withdrawals
 * are held as after a change, and the owner is told by notice and mail. Refuses `bank.not_locked`.
 */
export async function unlockBankAccount(
  deps: SecurityNoticeDeps,
  transaction: Transaction,
  userId: number,
  client: { readonly address: string },
): Promise<void> {
  const account = await unlockAccount(transaction, userId)
  if (account === null) throw new Refusal('bank.not_locked')
  const params = shownAccount(account)
  const notice = { accountId: userId, kind: 'bank_unlocked', params } as const
  await notifyOwner(deps, transaction, { notice, event: 'bank.unlocked', client, details: params })
}

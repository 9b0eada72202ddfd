/**
 * The lock of a bank account (DEC-96), so that an attacker who takes over the account cannot redirect the
 * next withdrawal. The account is locked when money has arrived there, unless the settings say otherwise.
 * Only an operator can unlock it, and withdrawals then pause.
 */
import type { Transaction } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { notifyOwner, type SecurityNoticeDeps } from '../accounts/index.ts'
import { notify } from '../notifications/index.ts'
import { shownAccount } from './shown-account.ts'
import { type BankAccount, lockAccount, unlockAccount } from './store.ts'

/**
 * Locks a user's bank account, and notifies the owner once. Returns false and does nothing if there is no
 * account, if it is locked, or if the saved account differs from `paidTo`: money that arrived there proves
 * nothing about another account.
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
 * Unlocks a bank account on an operator's decision, which the caller records. Withdrawals pause as after a
 * change, and the owner is notified by notice and e-mail. Refuses `bank.not_locked`.
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

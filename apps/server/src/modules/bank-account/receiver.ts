/** The bank account as the receiver of a payment that a one-time code confirms (ATT-13). */
import type { Database } from '../../platform/database/pool.ts'
import { type BankAccount, bankAccountOf } from './store.ts'

/** One text for each account. */
export function toReceiver({ bankName, number }: Pick<BankAccount, 'bankName' | 'number'>): string {
  return `${bankName} ${number}`
}

/** The saved bank account of a user as a receiver; null if there is none. */
export async function findSavedReceiver(
  database: Pick<Database, 'query'>,
  userId: number,
): Promise<string | null> {
  const account = await bankAccountOf(database, userId)
  return account === null ? null : toReceiver(account)
}

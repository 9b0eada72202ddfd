/**
 * Bank accounts of demo people, created at the start, so that the first visitor does not choose one for all
 * others.
 */
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { findContacts, listEverybodyToTry } from '../accounts/index.ts'
import { holdBankAccount, writeBankAccount } from './store.ts'

const bank = { bankCode: 'BCA', bankName: 'Bank Central Asia (BCA)' }
/** The first number, of ten digits; each demo person gets another one. */
const numberFrom = 8_200_000_000

/** Gives each demo person without a bank account one in their name. */
export async function giveDemoAccounts({
  database,
  keys,
}: {
  readonly database: Database
  readonly keys: Keys
}): Promise<void> {
  const userIds = (await listEverybodyToTry(database)).map(({ userId }) => userId)
  for (const { userId, name: holderName } of (await findContacts(database, userIds)).values()) {
    await inTransaction(database, async (transaction) => {
      const held = await holdBankAccount(transaction, userId)
      if (held === null || held.account !== null) return
      const number = String(numberFrom + userId)
      await writeBankAccount(transaction, keys, userId, { ...bank, holderName, number })
    })
  }
}

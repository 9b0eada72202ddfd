/** Seals what people saved before a version that seals it, once: the record of the console says that it was done. */
import { sealBankAccounts } from './modules/bank-account/index.ts'
import { audit } from './modules/desk/index.ts'
import { proveClosings, proveReversals, sealAddresses } from './modules/wallets/index.ts'
import type { Database, Transaction } from './platform/database/pool.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { Keys } from './platform/secrets/keys.ts'

/** On the leader, before anything is served. The record is only ever added to: whoever takes seals away later gets none. */
export async function wireSeals(database: Database, keys: Keys): Promise<void> {
  await sealOnce(database, 'seals.made', async (transaction) => {
    await sealAddresses(transaction, keys)
    await sealBankAccounts(transaction, keys)
    await proveReversals(transaction, keys)
  })
  await sealOnce(database, 'seals.closings', (transaction) => proveClosings(transaction, keys))
}

function sealOnce(
  database: Database,
  action: string,
  seal: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const made = await transaction.query('select from desk.audit_entry where action = $1 limit 1', [
      action,
    ])
    if (made.rows.length > 0) return
    await seal(transaction)
    await audit.record(transaction, { operatorId: null, action, subject: 'people', reason: '' })
  })
}

/** Writes outside of the rows that only the current writer may make. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'

/** Another server writes now, or the row of the writer does not exist. */
export class NotTheWriter extends Error {
  override readonly name = 'NotTheWriter'
}

/** Throws `NotTheWriter` if another server writes now, which rolls the transaction back. */
export async function requireWriter(transaction: Transaction, epoch: number): Promise<void> {
  const found = await transaction.query(
    'select 1 from exchange.watermark where writer_epoch = $1',
    [epoch],
  )
  if (found.rows.length !== 1) throw new NotTheWriter('another server writes now')
}

/** Runs a transaction that only the writer of this epoch can commit; throws `NotTheWriter`. */
export function asWriter<T>(
  database: Database,
  epoch: number,
  write: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(database, async (transaction) => {
    const written = await write(transaction)
    await requireWriter(transaction, epoch)
    return written
  })
}

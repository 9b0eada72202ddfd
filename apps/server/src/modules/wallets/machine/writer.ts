/** What only the writer of the day may write beside the rows of the machine. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'

/** Another server writes now, or nobody began what is written about. */
export class NotTheWriter extends Error {
  override readonly name = 'NotTheWriter'
}

/** Throws `NotTheWriter` where another server writes now: then nothing of the transaction stays. */
export async function requireWriter(transaction: Transaction, epoch: number): Promise<void> {
  const found = await transaction.query(
    'select 1 from exchange.watermark where writer_epoch = $1',
    [epoch],
  )
  if (found.rows.length !== 1) throw new NotTheWriter('another server writes now')
}

/** Writes in a transaction that the writer of this epoch alone may end; throws `NotTheWriter`. */
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

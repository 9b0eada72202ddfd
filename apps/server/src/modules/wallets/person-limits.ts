/** How much one person may withdraw within a day, where operators set a limit of his own. */
import type { Database, Transaction } from '../../platform/database/pool.ts'

export type PersonLimit = { readonly currencyId: number; readonly daily: number }

/** A person's own limits, in units of their currencies; what has none is under the usual one. */
export async function personLimitsOf(
  connection: Pick<Database, 'query'>,
  userId: number,
): Promise<readonly PersonLimit[]> {
  const found = await connection.query<PersonLimit>(
    `select currency_id as "currencyId", daily from wallets.person_limit
     where user_id = $1 order by currency_id`,
    [userId],
  )
  return found.rows
}

/** Units of a currency that a person may withdraw within a day: his own limit, or else the usual one. */
export async function dailyLimitOf(
  connection: Pick<Database, 'query'>,
  { userId, currencyId }: { readonly userId: number; readonly currencyId: number },
  usual: number,
): Promise<number> {
  const own = await personLimitsOf(connection, userId)
  return own.find((one) => one.currencyId === currencyId)?.daily ?? usual
}

/** Sets a person's own limit; null goes back to the usual one. */
export async function setPersonLimit(
  transaction: Transaction,
  limit: {
    readonly userId: number
    readonly currencyId: number
    readonly daily: number | null
    readonly changeId: number
  },
): Promise<void> {
  const { userId, currencyId, daily, changeId } = limit
  if (daily === null) {
    await transaction.query(
      'delete from wallets.person_limit where user_id = $1 and currency_id = $2',
      [userId, currencyId],
    )
    return
  }
  await transaction.query(
    `insert into wallets.person_limit (user_id, currency_id, daily, change_id)
     values ($1, $2, $3, $4)
     on conflict (user_id, currency_id)
       do update set daily = excluded.daily, change_id = excluded.change_id, set_at = now()`,
    [userId, currencyId, daily, changeId],
  )
}

/** The deposits and withdrawals of a user over all rails, for the operator console. */
import type { DeskTransferPart } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'

export type PersonTransfer = {
  /** The console page of its case. */
  readonly part: DeskTransferPart
  readonly rowId: number
  readonly createdAt: Date
  readonly currencyId: number
  /** Null if the amount exceeds what can be booked. */
  readonly units: number | null
  readonly state: string
}

const tables = [
  ['deposits', 'deposit', 'amount'],
  ['withdrawals', 'withdrawal', 'amount'],
  ['chain-deposits', 'chain_deposit', 'units'],
  ['chain-withdrawals', 'chain_withdrawal', 'amount'],
] as const satisfies readonly (readonly [DeskTransferPart, string, string])[]

/** The newest transfers of a user, at most this many. */
export async function transfersOf(
  connection: Pick<Database, 'query'>,
  userId: number,
  max: number,
): Promise<readonly PersonTransfer[]> {
  const parts = tables.map(
    ([part, table, units]) =>
      `(select '${part}' as part, id as "rowId", created_at as "createdAt",
         currency_id as "currencyId", ${units} as units, state
       from wallets.${table} where user_id = $1 order by id desc limit $2)`,
  )
  const found = await connection.query<PersonTransfer>(
    `select * from (${parts.join(' union all ')}) all_of_them
     order by "createdAt" desc, "rowId" desc limit $2`,
    [userId, max],
  )
  return found.rows
}

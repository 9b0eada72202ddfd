/** Withdrawals over chains as their owners read them. */
import type { List } from '@tukar/wire'
import type { Database } from '../../../../../platform/database/pool.ts'
import { selectPage } from '../../../../../platform/lists/store.ts'
import { timeMsOf } from '../../../machine/time-columns.ts'
import type { ChainWithdrawal } from '../withdrawal-row.ts'
import { chainWithdrawalColumns } from '../withdrawal-store.ts'

type Connection = Pick<Database, 'query'>

/** A withdrawal with the fields that its owner sees. */
export type ListedWithdrawal = ChainWithdrawal & {
  readonly createdMs: number
  readonly receiverName: string | null
  readonly receiverAddress: string | null
  readonly height: number | null
  /** The stored tip of its chain. */
  readonly tipHeight: number | null
  readonly txid: string | null
}

const columns = `${chainWithdrawalColumns}, ${timeMsOf('w.created_at')} as "createdMs",
  w.receiver_name as "receiverName", w.receiver_address as "receiverAddress",
  w.block_height as height,
  (select c.tip_height from wallets.chain_cursor c where c.chain = w.chain) as "tipHeight",
  (select t.txid from wallets.chain_transaction t
    where t.withdrawal_id = w.id and t.state in ('sent', 'mined', 'final')
    order by t.block_height desc nulls last, t.no desc limit 1) as txid`

const statusColumn = `case when w.state in ('requested', 'held', 'waiting_approval', 'approved')
  then 'PENDING' when w.state = 'done' then 'COMPLETED' when w.state = 'failed' then 'FAILED'
  when w.state = 'canceled' then 'CANCEL' else 'PROCESSING' end`

/** A withdrawal of a user, or null. */
export async function findOwn(
  connection: Connection,
  userId: number,
  rowId: number,
): Promise<ListedWithdrawal | null> {
  const found = await connection.query<ListedWithdrawal>(
    `select ${columns} from wallets.chain_withdrawal w where w.id = $1 and w.user_id = $2`,
    [rowId, userId],
  )
  return found.rows[0] ?? null
}

/** The withdrawal of a cancel link, by the hash of its token; null if a later e-mail replaced the link. */
export async function findOfToken(
  connection: Connection,
  tokenHash: Buffer,
): Promise<ListedWithdrawal | null> {
  const found = await connection.query<ListedWithdrawal>(
    `select ${columns} from wallets.chain_withdrawal w where w.cancel_token_hash = $1`,
    [tokenHash],
  )
  return found.rows[0] ?? null
}

/** One page of a user's withdrawals, of bitcoin or of all other currencies. */
export function listChainWithdrawals(
  database: Database,
  { userId, isBitcoin }: { readonly userId: number; readonly isBitcoin: boolean },
  list: List,
) {
  const source = {
    table: `wallets.chain_withdrawal w
      join exchange.currency k on k.id = w.currency_id`,
    select: columns,
    where: `w.user_id = $1 and (w.chain = 'bitcoin') = $2`,
    values: [userId, isBitcoin],
    columns: {
      withdrawalId: 'w.id',
      createdMs: timeMsOf('w.created_at'),
      symbol: 'k.code',
      status: statusColumn,
    },
    tie: 'w.id',
  }
  return selectPage<ListedWithdrawal>(database, source, list)
}

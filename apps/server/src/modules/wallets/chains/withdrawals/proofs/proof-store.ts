/** Rows of transactions and their proofs in the database. */
import type { Database, Transaction } from '../../../../../platform/database/pool.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { isOrderedFor, macOfTransaction, type TransactionClaim } from './transaction-proof.ts'

/** A row of a transaction with its stored proof. */
export type ClaimedTransaction = TransactionClaim & {
  readonly rowId: number
  readonly proof: Buffer | null
}

const provenAtOnce = 500

export const claimColumns = `t.id as "rowId", t.purpose, coalesce(w.reference, t.reference) as reference,
  w.hold_id as "holdId", t.chain, t.no, t.from_address as "fromAddress", t.nonce, t.request, t.txid,
  t.bytes, t.proof`
/** The tables of these columns. */
export const claimTables = `wallets.chain_transaction t
  left join wallets.chain_withdrawal w on w.id = t.withdrawal_id`

/** Rows after the given one, in order. */
export async function claimsAfter(
  connection: Pick<Database, 'query'>,
  after: number,
  max: number,
): Promise<readonly ClaimedTransaction[]> {
  const found = await connection.query<ClaimedTransaction>(
    `select ${claimColumns} from ${claimTables} where t.id > $1 order by t.id limit $2`,
    [after, max],
  )
  return found.rows
}

/** Makes proofs for earlier rows as they are. A row whose order does not fit its payment gets none. */
export async function proveEarlierTransactions(
  transaction: Transaction,
  keys: Keys,
): Promise<void> {
  let after = 0
  for (;;) {
    const claims = await claimsAfter(transaction, after, provenAtOnce)
    const earlier = claims.filter((claim) => claim.proof === null && isOrderedFor(claim))
    await transaction.query(
      `update wallets.chain_transaction t set proof = p.proof
       from unnest($1::bigint[], $2::bytea[]) as p(id, proof) where t.id = p.id`,
      [earlier.map(({ rowId }) => rowId), earlier.map((claim) => macOfTransaction(keys, claim))],
    )
    const last = claims.at(-1)
    if (last === undefined || claims.length < provenAtOnce) return
    after = last.rowId
  }
}

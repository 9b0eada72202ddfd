/** Consolidations of bitcoin outputs in the database. */
import type { Coin as BitcoinCoin, UnsignedPayout } from '../../../../../adapters/bitcoin/index.ts'
import type { Database, Transaction } from '../../../../../platform/database/pool.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { proveMove } from './treasury-store.ts'
import type { ClaimedMove } from '../proofs/move-proofs.ts'
import { spendableOutput } from '../withdrawal-store.ts'

type Connection = Pick<Database, 'query'>

export type Consolidation = ClaimedMove & {
  readonly state: 'planned' | 'signed' | 'sent' | 'mined'
}

/** The open consolidation, or null. */
export async function openConsolidation(connection: Connection): Promise<Consolidation | null> {
  const found = await connection.query<Consolidation>(
    `select id as "moveId", chain, purpose, no, from_address as "fromAddress", nonce, request, txid,
       bytes, reference, proof, state from wallets.chain_transaction
     where chain = 'bitcoin' and purpose = 'consolidation'
       and state in ('planned', 'signed', 'sent', 'mined') order by id limit 1`,
  )
  return found.rows[0] ?? null
}

/** The smallest spendable outputs; empty if there are too few. */
export async function smallCoins(
  connection: Connection,
  limits: {
    readonly tipHeight: number
    readonly confirmations: number
    readonly coinbaseConfirmations: number
    readonly coinsMin: number
    readonly coinsMax: number
  },
): Promise<readonly BitcoinCoin[]> {
  const found = await connection.query<{
    readonly txid: string
    readonly index: number
    readonly amount: string
    readonly branch: 0 | 1
    readonly keyIndex: number
    readonly all: number
  }>(
    `select txid, output_index as index, amount::text, branch, key_index as "keyIndex",
       count(*) over ()::int as all
     from wallets.chain_outpoint o
     where ${spendableOutput}
       and block_height <= $1 + 1 - case when is_coinbase then $3::int else $2::int end
     order by amount, txid, output_index limit $4`,
    [limits.tipHeight, limits.confirmations, limits.coinbaseConfirmations, limits.coinsMax],
  )
  if ((found.rows[0]?.all ?? 0) < limits.coinsMin) return []
  return found.rows.map(({ txid, index, amount, branch, keyIndex }) => {
    return { txid, index, amount: BigInt(amount), key: { branch, index: keyIndex } }
  })
}

/** Stores the order for the signer and reserves its inputs; throws if one of them is no longer free. */
export async function insertConsolidation(
  transaction: Transaction,
  keys: Keys,
  made: {
    readonly request: Buffer
    readonly reference: string
    readonly payout: Pick<UnsignedPayout, 'inputs' | 'fee'>
  },
): Promise<void> {
  const { inputs, fee } = made.payout
  const inserted = await transaction.query<{ id: number }>(
    `insert into wallets.chain_transaction (chain, purpose, no, request, fee_max, reference)
     values ('bitcoin', 'consolidation', 1, $1, $2, $3) returning id`,
    [made.request, fee.toString(), made.reference],
  )
  const moveId = inserted.rows[0]?.id
  if (moveId === undefined) throw new Error('the consolidation was not stored')
  await proveMove(transaction, keys, {
    moveId,
    chain: 'bitcoin',
    purpose: 'consolidation',
    no: 1,
    fromAddress: null,
    nonce: null,
    request: made.request,
    reference: made.reference,
    txid: null,
    bytes: null,
  })
  const taken = await transaction.query(
    `update wallets.chain_outpoint o set taken_by = $3
     from unnest($1::text[], $2::int[]) as c(txid, output_index)
     where o.txid = c.txid and o.output_index = c.output_index
       and ${spendableOutput}`,
    [inputs.map(({ txid }) => txid), inputs.map(({ index }) => index), moveId],
  )
  if (taken.rowCount !== inputs.length) throw new Error('an output was reserved concurrently')
}

/** The transactions that spend its inputs, by blocks; null while unspent. */
export async function spentOf(
  connection: Connection,
  moveId: number,
): Promise<{ readonly txid: string; readonly height: number } | null> {
  const found = await connection.query<{ txid: string; height: number }>(
    `select spent_txid as txid, spent_height as height from wallets.chain_outpoint
     where taken_by = $1 and spent_txid is not null order by spent_height limit 1`,
    [moveId],
  )
  return found.rows[0] ?? null
}

/** Stores the end of a consolidation; inputs that remain unspent become free again. */
export async function endConsolidation(
  connection: Connection,
  moveId: number,
  end:
    | { readonly state: 'displaced' }
    | { readonly state: 'mined' | 'final'; readonly height: number; readonly feePaid: bigint },
): Promise<void> {
  const [height, fee] =
    end.state === 'displaced' ? [null, null] : [end.height, end.feePaid.toString()]
  await connection.query(
    `with ended as (update wallets.chain_transaction set state = $2, updated_at = now(),
         block_height = $3::int, fee_paid = $4::numeric,
         block_hash = (select hash from wallets.chain_house_block where height = $3)
       where id = $1 returning id, state)
     update wallets.chain_outpoint set taken_by = null
     where taken_by = (select id from ended where state = 'displaced') and spent_txid is null`,
    [moveId, end.state, height, fee],
  )
}

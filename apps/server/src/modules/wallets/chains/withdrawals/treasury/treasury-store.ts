/** Treasury moves on EVM chains in the database: sweeps, gas fundings, gap fillings. */
import type { Database, Transaction } from '../../../../../platform/database/pool.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import type { NonceUse } from '../../../../../adapters/evm/index.ts'
import type { ChainName } from '../../chains.ts'
import type { ClaimedMove } from '../proofs/move-proofs.ts'
import { macOfTransaction } from '../proofs/transaction-proof.ts'

type Connection = Pick<Database, 'query'>

export type TreasuryPurpose = 'sweep' | 'gas_funding' | 'gap_filling'

export type TreasuryMove = ClaimedMove & {
  readonly chain: ChainName
  readonly purpose: TreasuryPurpose
  readonly fromAddress: string
  readonly nonce: number
  readonly state: 'planned' | 'signed' | 'sent' | 'mined'
  /** Seconds since it was first sent; null if it was not sent. */
  readonly sentSeconds: number | null
  /** Whether a transaction with a higher fee exists. */
  readonly isOutbid: boolean
}

const movesMax = 50

/** Unfinished moves, oldest first. */
export async function openMoves(
  connection: Connection,
  chain: ChainName,
): Promise<readonly TreasuryMove[]> {
  const found = await connection.query<TreasuryMove>(
    `select t.id as "moveId", t.chain, t.purpose, t.no, t.from_address as "fromAddress", t.nonce,
       t.request, t.txid, t.bytes, t.reference, t.proof, t.state,
       extract(epoch from now() - t.sent_at)::int as "sentSeconds",
       exists (select 1 from wallets.chain_transaction o
         where o.chain = t.chain and o.from_address = t.from_address and o.nonce = t.nonce
           and o.no > t.no) as "isOutbid"
     from wallets.chain_transaction t
     where t.chain = $1 and t.purpose <> 'payout' and t.state in ('planned', 'signed', 'sent', 'mined')
     order by t.id limit ${movesMax}`,
    [chain],
  )
  return found.rows
}

/** All moves of a nonce, at any fee. */
export async function movesOfSlot(
  connection: Connection,
  { chain, fromAddress, nonce }: Pick<TreasuryMove, 'chain' | 'fromAddress' | 'nonce'>,
): Promise<readonly ClaimedMove[]> {
  const found = await connection.query<ClaimedMove>(
    `select id as "moveId", chain, purpose, no, from_address as "fromAddress", nonce, request, txid,
       bytes, reference, proof
     from wallets.chain_transaction
     where chain = $1 and from_address = $2 and nonce = $3 and purpose <> 'payout' order by no`,
    [chain, fromAddress, nonce],
  )
  return found.rows
}

export type NewMove = Pick<
  TreasuryMove,
  'chain' | 'purpose' | 'fromAddress' | 'nonce' | 'request'
> & {
  /** Null: the next number of its nonce. */
  readonly no: number | null
  readonly reference: string
  readonly contract: string | null
  readonly feeMax: bigint
}

/** Stores the order to the signer, with its proof. */
export async function insertMove(
  transaction: Transaction,
  keys: Keys,
  made: NewMove,
): Promise<void> {
  const inserted = await transaction.query<{ moveId: number; no: number }>(
    `insert into wallets.chain_transaction
       (chain, purpose, no, from_address, nonce, request, fee_max, contract, reference)
     values ($1, $2, coalesce($3::int, (select coalesce(max(o.no), 0) + 1
         from wallets.chain_transaction o
         where o.chain = $1 and o.from_address = $4 and o.nonce = $5)), $4, $5, $6, $7, $8, $9)
     on conflict (chain, from_address, nonce, no) do nothing returning id as "moveId", no`,
    [
      made.chain,
      made.purpose,
      made.no,
      made.fromAddress,
      made.nonce,
      made.request,
      made.feeMax.toString(),
      made.contract,
      made.reference,
    ],
  )
  const row = inserted.rows[0]
  if (row === undefined) return
  await proveMove(transaction, keys, { ...made, ...row, txid: null, bytes: null })
}

/** Stores the proof of a move that this transaction inserted. */
export async function proveMove(
  transaction: Transaction,
  keys: Keys,
  move: Omit<ClaimedMove, 'proof'>,
): Promise<void> {
  await transaction.query('update wallets.chain_transaction set proof = $2 where id = $1', [
    move.moveId,
    macOfTransaction(keys, { ...move, holdId: null }),
  ])
}

/** Replaces the order of a move that was never signed. */
export async function storeRequest(
  connection: Connection,
  keys: Keys,
  move: ClaimedMove,
  request: Buffer,
): Promise<void> {
  const proof = macOfTransaction(keys, { ...move, request, holdId: null })
  await connection.query(
    `update wallets.chain_transaction set request = $2, proof = $3, updated_at = now()
     where id = $1 and state = 'planned' and txid is null`,
    [move.moveId, request, proof],
  )
}

/** Stores signed bytes before they are sent; false if other bytes are stored already. */
export async function storeMoveSigned(
  connection: Connection,
  keys: Keys,
  move: ClaimedMove,
  { txid, bytes }: { readonly txid: string; readonly bytes: Buffer },
): Promise<boolean> {
  const proof = macOfTransaction(keys, { ...move, txid, bytes, holdId: null })
  const stored = await connection.query(
    `update wallets.chain_transaction set txid = $2, bytes = $3, proof = $5, updated_at = now(),
       state = case when state = 'planned' then 'signed' else state end
     where id = $1 and request = $4 and (txid is null or (txid = $2 and bytes = $3))`,
    [move.moveId, txid, bytes, move.request, proof],
  )
  return stored.rowCount === 1
}

/** Sets the state of a move. */
export async function setMoveState(
  connection: Connection,
  moveId: number,
  state: 'sent' | 'void',
): Promise<void> {
  await connection.query(
    `update wallets.chain_transaction set state = $2, updated_at = now(),
       sent_at = case when $2 = 'sent' then coalesce(sent_at, now()) else sent_at end
     where id = $1`,
    [moveId, state],
  )
}

/**
 * Stores which transaction of a nonce is mined, with its fee and success; the others can no longer be mined.
 */
export async function endSlot(
  connection: Connection,
  { chain, fromAddress, nonce }: Pick<TreasuryMove, 'chain' | 'fromAddress' | 'nonce'>,
  mined: {
    readonly txid: string
    readonly isFinal: boolean
    readonly height: number
    readonly hash: string
    readonly feePaid: bigint
    /** False if it paid its fee and moved nothing. */
    readonly isSuccess: boolean
  },
): Promise<void> {
  await connection.query(
    `update wallets.chain_transaction set updated_at = now(),
       state = case when txid = $4 then case when $5 then 'final' else 'mined' end
         when $5 then 'displaced' else state end,
       block_height = case when txid = $4 then $6::int else block_height end,
       block_hash = case when txid = $4 then $7::text else block_hash end,
       fee_paid = case when txid = $4 then $8::numeric else fee_paid end,
       is_reverted = case when txid = $4 then not $9::boolean else false end
     where chain = $1 and from_address = $2 and nonce = $3 and purpose <> 'payout'
       and state in ('planned', 'signed', 'sent', 'mined')`,
    [
      chain,
      fromAddress,
      nonce,
      mined.txid,
      mined.isFinal,
      mined.height,
      mined.hash,
      mined.feePaid.toString(),
      mined.isSuccess,
    ],
  )
}

/** The used nonces of an address from one on, and the next nonce; null if none was ever used. */
export async function usedNonces(
  connection: Connection,
  { chain, address, from }: { chain: ChainName; address: string; from: number },
): Promise<{ readonly uses: readonly NonceUse[]; readonly next: number } | null> {
  const uses = await connection.query<NonceUse>(
    `select nonce, bool_or(state not in ('void', 'displaced')) as "isLive"
     from wallets.chain_transaction
     where chain = $1 and from_address = $2 and nonce >= $3 group by nonce`,
    [chain, address, from],
  )
  const found = await connection.query<{ next: number }>(
    'select next_nonce as next from wallets.chain_nonce where chain = $1 and address = $2',
    [chain, address],
  )
  const next = found.rows[0]?.next
  return next === undefined ? null : { uses: uses.rows, next }
}

export type SweepCandidate = {
  readonly index: number
  readonly address: string
  /** The number of credited deposits to it since the last sweep. */
  readonly deposits: number
}

/** An address in lower case that is skipped while it has at most this many unswept deposits. */
export type RestingAddress = { readonly address: string; readonly deposits: number }

/**
 * Addresses with credited deposits that were not swept since; a sweep that failed on its chain moved nothing.
 * Skipped addresses are left out, because they would displace others.
 */
export async function sweepCandidates(
  connection: Connection,
  chain: ChainName,
  { max, resting }: { readonly max: number; readonly resting: readonly RestingAddress[] },
): Promise<readonly SweepCandidate[]> {
  const found = await connection.query<SweepCandidate>(
    `select a.index, a.address, count(*)::integer as deposits from wallets.chain_deposit d
       join wallets.chain_address a on a.family = 'evm' and a.address = d.to_address
       left join unnest($3::text[], $4::integer[]) as r (address, deposits)
         on r.address = d.to_address
     where d.chain = $1 and d.state = 'credited'
       and d.updated_at > coalesce((select max(t.created_at) from wallets.chain_transaction t
         where t.chain = d.chain and lower(t.from_address) = d.to_address and t.purpose = 'sweep'
           and t.contract is not distinct from d.contract and t.state in ('mined', 'final')
           and not t.is_reverted),
         '-infinity')
       and not exists (select 1 from wallets.chain_transaction o
         where o.chain = d.chain and o.purpose <> 'payout'
           and o.state in ('planned', 'signed', 'sent')
           and (lower(o.from_address) = d.to_address or o.reference like '%:' || a.index))
     group by a.index, a.address, r.deposits
     having r.deposits is null or count(*) > r.deposits
     order by a.index limit $2`,
    [chain, max, resting.map(({ address }) => address), resting.map(({ deposits }) => deposits)],
  )
  return found.rows
}

/**
 * What the signer would let out of a payout: it stops itself for everybody at what passes a cap of its own (ATT-98),
 * so that what people may ask for waits below them instead.
 */
import type { Signer } from '../../../../adapters/signer/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import type { ListedAsset } from '../register.ts'
import { unitsOfCap } from '../tokens/signer-caps.ts'
import type { Payment } from './payment-store.ts'

/** In units of the currency; null: the signer has no such cap, or does not say. */
export type SignerRoom = {
  readonly transaction: bigint | null
  readonly destinationDay: bigint | null
}

/** What the signer's caps are now: it judges by itself, so one that says nothing is asked when it signs. */
export async function signerRoomOf(
  signer: Pick<Signer, 'status'>,
  { symbol, unitDecimals }: Pick<ListedAsset, 'symbol' | 'unitDecimals'>,
): Promise<SignerRoom> {
  const answer = await signer.status()
  const caps = answer.status === 'done' ? answer.value.caps.get(symbol) : undefined
  const unitsOf = (cap: string | null | undefined) =>
    cap === null || cap === undefined ? null : unitsOfCap(cap, unitDecimals)
  return {
    transaction: unitsOf(caps?.transaction),
    destinationDay: unitsOf(caps?.destinationDay),
  }
}

/** Whether a payout is within them, beside all that goes to its address within a day. */
export async function isWithin(
  connection: Pick<Database, 'query'>,
  payment: Payment,
  { transaction, destinationDay }: SignerRoom,
): Promise<boolean> {
  const net = BigInt(payment.net)
  if (transaction !== null && net > transaction) return false
  if (destinationDay === null) return true
  const found = await connection.query<{ units: string }>(
    // Signed no later than it was changed last, or still to be signed: at least what the signer counts.
    `select coalesce(sum(net), 0)::text as units from wallets.chain_withdrawal
     where currency_id = $1 and lower(to_address) = lower($2) and id <> $3
       and (state = 'signing' or updated_at > now() - interval '24 hours'
         and (state in ('signed', 'broadcast', 'confirming', 'done')
           or (state = 'failed' and signed_count > 0)))`,
    [payment.currencyId, payment.toAddress, payment.rowId],
  )
  return BigInt(found.rows[0]?.units ?? 0) + net <= destinationDay
}

/** The same once nobody else can take of it: payouts to one address are planned one after the other. */
export async function isWithinStill(
  transaction: Transaction,
  payment: Payment,
  room: SignerRoom,
): Promise<boolean> {
  const name = `signer room ${payment.currencyId} ${payment.toAddress.toLowerCase()}`
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  return isWithin(transaction, payment, room)
}

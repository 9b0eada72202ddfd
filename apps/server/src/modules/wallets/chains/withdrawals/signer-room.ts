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
  /** Of all that leaves of the currency within an hour, and within a day. */
  readonly hour: bigint | null
  readonly day: bigint | null
  readonly destinationDay: bigint | null
}

/** So much of the caps of all payouts is left to fees, which the signer counts too: a twentieth. */
const partForFees = 20n

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
    hour: unitsOf(caps?.hour),
    day: unitsOf(caps?.day),
    destinationDay: unitsOf(caps?.destinationDay),
  }
}

/** Whether a payout is within them, beside all that leaves within an hour and a day, and goes to its address. */
export async function isWithin(
  connection: Pick<Database, 'query'>,
  payment: Payment,
  { transaction, hour, day, destinationDay }: SignerRoom,
): Promise<boolean> {
  const net = BigInt(payment.net)
  if (transaction !== null && net > transaction) return false
  const found = await connection.query<{ hour: string; day: string; destinationDay: string }>(
    // Signed no later than it was changed last, or still to be signed: at least what the signer counts.
    `select coalesce(sum(net) filter (where state = 'signing'
         or updated_at > now() - interval '1 hour'), 0)::text as hour,
       coalesce(sum(net), 0)::text as day,
       coalesce(sum(net) filter (where lower(to_address) = lower($2)), 0)::text as "destinationDay"
     from wallets.chain_withdrawal
     where currency_id = $1 and id <> $3
       and (state = 'signing' or updated_at > now() - interval '24 hours'
         and (state in ('signed', 'broadcast', 'confirming', 'done')
           or (state = 'failed' and signed_count > 0)))`,
    [payment.currencyId, payment.toAddress, payment.rowId],
  )
  const [left] = found.rows
  const fits = (before: string | undefined, cap: bigint | null): boolean =>
    cap === null || BigInt(before ?? 0) + net <= cap
  return (
    fits(left?.hour, withoutFees(hour)) &&
    fits(left?.day, withoutFees(day)) &&
    fits(left?.destinationDay, destinationDay)
  )
}

function withoutFees(cap: bigint | null): bigint | null {
  return cap === null ? null : cap - cap / partForFees
}

/** The same once nobody else can take of it: payouts of one currency take their place one after the other. */
export async function isWithinStill(
  transaction: Transaction,
  payment: Payment,
  room: SignerRoom,
): Promise<boolean> {
  const name = `signer room ${payment.currencyId}`
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  return isWithin(transaction, payment, room)
}

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
export type SignerLimits = {
  readonly transaction: bigint | null
  /** Of all that leaves of the currency within an hour, and within a day. */
  readonly hour: bigint | null
  readonly day: bigint | null
  readonly destinationDay: bigint | null
  /** What it let out: more than our rows know where the database was put back from a backup (FLT-40). */
  readonly spent: { readonly hour: bigint; readonly day: bigint; readonly destinationDay: bigint }
}

/** So much of the caps of all payouts is left to fees, which the signer counts too: a twentieth. */
const feeShare = 20n

/** What the signer's caps leave to an address now: it judges by itself, so one that says nothing is asked when it signs. */
export async function readSignerLimits(
  signer: Pick<Signer, 'status'>,
  { symbol, unitDecimals }: Pick<ListedAsset, 'symbol' | 'unitDecimals'>,
  toAddress: string,
): Promise<SignerLimits> {
  const answer = await signer.status(toAddress)
  const caps = answer.status === 'done' ? answer.value.caps.get(symbol) : undefined
  const spent = answer.status === 'done' ? answer.value.spent.get(symbol) : undefined
  const spentUnits = (text: string | null | undefined) => unitsAbove(text ?? '0', unitDecimals)
  const unitsOf = (cap: string | null | undefined) =>
    cap === null || cap === undefined ? null : unitsOfCap(cap, unitDecimals)
  return {
    transaction: unitsOf(caps?.transaction),
    hour: unitsOf(caps?.hour),
    day: unitsOf(caps?.day),
    destinationDay: unitsOf(caps?.destinationDay),
    spent: {
      hour: spentUnits(spent?.hour),
      day: spentUnits(spent?.day),
      destinationDay: spentUnits(spent?.destinationDay),
    },
  }
}

/** Units of a decimal text, rounded up. */
export function unitsAbove(text: string, decimals: number): bigint {
  const [, part = ''] = text.split('.')
  const isFiner = /[1-9]/.test(part.slice(decimals))
  return unitsOfCap(text, decimals) + (isFiner ? 1n : 0n)
}

/** Whether a payout is within them, beside all that leaves within an hour and a day, and goes to its address. */
export async function isWithin(
  connection: Pick<Database, 'query'>,
  payment: Payment,
  { transaction, hour, day, destinationDay, spent }: SignerLimits,
): Promise<boolean> {
  const net = BigInt(payment.net)
  if (transaction !== null && net > transaction) return false
  const found = await connection.query<Sums>(
    // Signed no later than it was changed last, or still to be signed: at least what the signer counts.
    `select coalesce(sum(net) filter (where state = 'signing'
         or updated_at > now() - interval '1 hour'), 0)::text as hour,
       coalesce(sum(net), 0)::text as day,
       coalesce(sum(net) filter (where lower(to_address) = lower($2)), 0)::text as "destinationDay",
       coalesce(sum(net) filter (where state = 'signing'), 0)::text as unsigned,
       coalesce(sum(net) filter (where state = 'signing' and lower(to_address) = lower($2)), 0)::text
         as "unsignedThere"
     from wallets.chain_withdrawal
     where currency_id = $1 and id <> $3
       and (state = 'signing' or updated_at > now() - interval '24 hours'
         and (state in ('signed', 'broadcast', 'confirming', 'done')
           or (state = 'failed' and signed_count > 0)))`,
    [payment.currencyId, payment.toAddress, payment.rowId],
  )
  const [left] = found.rows
  // The rows of before a backup may say less than the signer, which does not know what is still to be signed.
  const unsigned = BigInt(left?.unsigned ?? 0)
  const there = BigInt(left?.unsignedThere ?? 0)
  const fits = (ours: string | undefined, signers: bigint, cap: bigint | null): boolean =>
    cap === null || greater(BigInt(ours ?? 0), signers) + net <= cap
  return (
    fits(left?.hour, spent.hour + unsigned, withoutFees(hour)) &&
    fits(left?.day, spent.day + unsigned, withoutFees(day)) &&
    fits(left?.destinationDay, spent.destinationDay + there, destinationDay)
  )
}

type Sums = Readonly<
  Record<'hour' | 'day' | 'destinationDay' | 'unsigned' | 'unsignedThere', string>
>

function greater(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function withoutFees(cap: bigint | null): bigint | null {
  return cap === null ? null : cap - cap / feeShare
}

/** The same once nobody else can take of it: payouts of one currency take their place one after the other. */
export async function isWithinStill(
  transaction: Transaction,
  payment: Payment,
  limits: SignerLimits,
): Promise<boolean> {
  const name = `signer room ${payment.currencyId}`
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  return isWithin(transaction, payment, limits)
}

/**
 * The signer's remaining caps. The signer stops for everyone when a cap is exceeded (ATT-98), so withdrawals
 * wait below the caps instead.
 */
import type { Signer } from '../../../../../adapters/signer/index.ts'
import type { Database, Transaction } from '../../../../../platform/database/pool.ts'
import type { ListedAsset } from '../../register.ts'
import { unitsOfCap } from '../../tokens/signer-caps.ts'
import type { Payment } from '../payment-store.ts'

/** In units of the currency; null if the signer has no such cap or does not answer. */
export type SignerLimits = {
  readonly transaction: bigint | null
  /** Caps for all payouts of the currency within an hour, and within a day. */
  readonly hour: bigint | null
  readonly day: bigint | null
  readonly destinationDay: bigint | null
  /** The amounts that the signer counted. They exceed our rows after a restored backup (FLT-40). */
  readonly spent: { readonly hour: bigint; readonly day: bigint; readonly destinationDay: bigint }
}

/** A twentieth of the total caps is reserved for network fees, which the signer counts too. */
const feeShare = 20n

/**
 * Reads the signer's caps and usage for an address. Without an answer there are no limits here, because the
 * signer enforces its caps when it signs.
 */
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

/**
 * Whether a payout is within the caps, together with all other payouts of the hour and day, and to its
 * address.
 */
export async function isWithin(
  connection: Pick<Database, 'query'>,
  payment: Payment,
  { transaction, hour, day, destinationDay, spent }: SignerLimits,
): Promise<boolean> {
  const net = BigInt(payment.net)
  if (transaction !== null && net > transaction) return false
  const found = await connection.query<Sums>(
    // A row was signed at or before its last change, or is still to be signed. So the sums are at least those
    // of the signer.
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
  // After a restored backup the rows may have less than the signer, and the signer does not know unsigned
  // payouts.
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

/** The same check under a lock: payouts of one currency reserve their amounts one after the other. */
export async function isWithinStill(
  transaction: Transaction,
  payment: Payment,
  limits: SignerLimits,
): Promise<boolean> {
  const name = `signer room ${payment.currencyId}`
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  return isWithin(transaction, payment, limits)
}

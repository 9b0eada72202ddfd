/**
 * Network fees in the books: what a chain took for a transaction of ours, a payout, a sweep, gas for it or
 * the filling of a gap, leaves the house's fee income for the chain once the transaction is final. Where
 * that income has too little of the coin, the cost stays due and is named as that beside custody. A transaction that
 * nothing proves, or that cost more than was ordered, is not booked: an alarm names it (ATT-97).
 */
import { type Command, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { audit } from '../../../desk/index.ts'
import { submitPatiently } from '../../machine/engine-steps.ts'
import { type ChainAsset, type ChainName, chainTable } from '../chains.ts'
import { feeMaxOf } from './signing-order.ts'
import { type ClaimedTransaction, claimColumns, claimTables } from './proofs/proof-store.ts'
import { isProvenTransaction } from './proofs/transaction-proof.ts'
import type { BookingParts } from './reserves.ts'

type CostBooking = Pick<BookingParts, 'database' | 'engine' | 'keys' | 'complain'> & {
  /** Transactions without a proof that people were notified of. */
  readonly notified: Set<number>
}

const bookedAtOnce = 50

type Cost = ClaimedTransaction & {
  readonly chain: ChainName
  readonly feePaid: string
  readonly attempts: number
}

/** Whether the transaction is what this server had signed, and cost no more than its order allows. */
function isProvenCost(keys: Keys, cost: Cost): boolean {
  if (!isProvenTransaction(keys, cost, cost.proof)) return false
  const most = feeMaxOf(cost)
  return most === null || BigInt(cost.feePaid) <= most
}

async function tellUnproven(
  { database, complain, notified }: CostBooking,
  { rowId }: Cost,
): Promise<void> {
  if (notified.has(rowId)) return
  await audit.recordDaily(database, 'row.unproven', `chain_transaction:${rowId}`)
  complain(`chain_transaction:${rowId} without a proof of what it cost`)
  notified.add(rowId)
}

/** Books all fees that are final and that the house's income covers now, the oldest first. */
export async function bookCosts(parts: CostBooking, assets: readonly ChainAsset[]): Promise<void> {
  for (const coin of assets) if (coin.contract === null) await bookCostsOf(parts, coin)
}

async function bookCostsOf(parts: CostBooking, coin: ChainAsset): Promise<void> {
  let [afterId, left] = [0, bookedAtOnce]
  while (left > 0) {
    const page = await costsDue(parts.database, coin.chain, afterId)
    for (const cost of page) {
      // Rows without a valid proof do not count towards the limit, so that forged rows cannot delay those behind them.
      if (!isProvenCost(parts.keys, cost)) {
        await tellUnproven(parts, cost)
        continue
      }
      // The next look tries again, and those behind it wait: in order, and none is forgotten.
      if (left === 0 || !(await bookCost(parts, coin, cost))) return
      left -= 1
    }
    const last = page.at(-1)
    if (last === undefined || page.length < bookedAtOnce) return
    afterId = last.rowId
  }
}

/** Units of a fee, rounded up: what is finer than they are stays on the chain, never the other way. */
export function unitsOfFee(
  feePaid: bigint,
  { chainDecimals, unitDecimals }: Pick<ChainAsset, 'chainDecimals' | 'unitDecimals'>,
): number {
  const scale = 10n ** BigInt(chainDecimals - unitDecimals)
  return Number((feePaid + scale - 1n) / scale)
}

/** What books a fee: the house's income pays it, and the chain holds so much less. */
export function costCommand(
  { rowId, chain }: Pick<Cost, 'rowId' | 'chain'>,
  { currencyId, units }: { readonly currencyId: number; readonly units: number },
): Command {
  return {
    kind: 'adjust',
    fromAccountId: houseAccounts.fees,
    toAccountId: chainTable[chain].railId,
    currencyId,
    amount: currencyUnits(units),
    reason: 'network_fee',
    source: `chain_transaction:${rowId}`,
  }
}

async function bookCost(
  { database, engine, complain }: CostBooking,
  coin: ChainAsset,
  cost: Cost,
): Promise<boolean> {
  const units = unitsOfFee(BigInt(cost.feePaid), coin)
  if (!(await isCovered(database, coin, units))) return false
  const command = costCommand(cost, { currencyId: coin.currencyId, units })
  const name = `chain_transaction:${cost.rowId}:network_fee`
  const step = await submitPatiently(engine, command, { name, attempts: cost.attempts })
  if (step.status === 'done') {
    await database.query(
      `update wallets.chain_transaction set fee_units = $2, fee_booked_at = now(), updated_at = now()
       where id = $1 and fee_booked_at is null`,
      [cost.rowId, units],
    )
    return true
  }
  if (step.status === 'unclear') complain(name)
  if (step.status === 'refused') {
    // Poor is what the tables did not show yet; anything else is for a person. The id is used up.
    if (step.code !== 'balance.insufficient') complain(name)
    await database.query(
      'update wallets.chain_transaction set fee_attempts = fee_attempts + 1 where id = $1',
      [cost.rowId],
    )
  }
  return false
}

async function costsDue(
  database: Database,
  chain: ChainName,
  afterId: number,
): Promise<readonly Cost[]> {
  const found = await database.query<Cost>(
    `select ${claimColumns}, t.fee_paid::text as "feePaid", t.fee_attempts as attempts
     from ${claimTables}
     where t.state = 'final' and t.fee_paid > 0 and t.fee_booked_at is null and t.chain = $1
       and t.id > $2
     order by t.id limit ${bookedAtOnce}`,
    [chain, afterId],
  )
  return found.rows
}

/** Whether the house's income has it, and the chain owes it by the books. */
async function isCovered(
  database: Database,
  { chain, currencyId }: ChainAsset,
  units: number,
): Promise<boolean> {
  const found = await database.query<{ accountId: number; available: number }>(
    `select account_id as "accountId", available from exchange.balance
     where currency_id = $1 and account_id = any($2)`,
    [currencyId, [houseAccounts.fees, chainTable[chain].railId]],
  )
  const availableOf = (accountId: number): number =>
    found.rows.find((row) => row.accountId === accountId)?.available ?? 0
  return availableOf(houseAccounts.fees) >= units && -availableOf(chainTable[chain].railId) >= units
}

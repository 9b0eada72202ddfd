/**
 * Books network fees. Once a transaction of ours is final (payout, sweep, gas funding or gap filling), its
 * network fee moves from the house's fee income to the chain's custody account. If the income in that coin is
 * too small, the fee stays due and custody shows it as a named part. A transaction without a valid proof, or
 * above its ordered fee, is not booked and raises an alarm (ATT-97).
 */
import { type Command, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import type { Database } from '../../../../../platform/database/pool.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { audit } from '../../../../desk/index.ts'
import { submitPatiently } from '../../../machine/engine-steps.ts'
import { type ChainAsset, type ChainName, chainTable } from '../../chains.ts'
import { feeMaxOf } from '../signing/signing-order.ts'
import { type ClaimedTransaction, claimColumns, claimTables } from '../proofs/proof-store.ts'
import { isProvenTransaction } from '../proofs/transaction-proof.ts'
import type { BookingDeps } from '../reserves.ts'

type CostBooking = Pick<BookingDeps, 'database' | 'engine' | 'keys' | 'report'> & {
  /** The unproven transactions that were already reported. */
  readonly notified: Set<number>
}

const bookedAtOnce = 50

type Cost = ClaimedTransaction & {
  readonly chain: ChainName
  readonly feePaid: string
  readonly attempts: number
}

/** Whether this server had the transaction signed, and its fee is within the order. */
function isProvenCost(keys: Keys, cost: Cost): boolean {
  if (!isProvenTransaction(keys, cost, cost.proof)) return false
  const most = feeMaxOf(cost)
  return most === null || BigInt(cost.feePaid) <= most
}

async function reportUnproven(
  { database, report, notified }: CostBooking,
  { rowId }: Cost,
): Promise<void> {
  if (notified.has(rowId)) return
  await audit.recordDaily(database, 'row.unproven', `chain_transaction:${rowId}`)
  report(`chain_transaction:${rowId} without a proof of what it cost`)
  notified.add(rowId)
}

/** Books all final fees that the house's income covers now, oldest first. */
export async function bookCosts(deps: CostBooking, assets: readonly ChainAsset[]): Promise<void> {
  for (const coin of assets) if (coin.contract === null) await bookCostsOf(deps, coin)
}

async function bookCostsOf(deps: CostBooking, coin: ChainAsset): Promise<void> {
  let [afterId, left] = [0, bookedAtOnce]
  while (left > 0) {
    const page = await costsDue(deps.database, coin.chain, afterId)
    for (const cost of page) {
      // Rows without a valid proof do not count towards the limit, so that forged rows cannot delay those behind them.
      if (!isProvenCost(deps.keys, cost)) {
        await reportUnproven(deps, cost)
        continue
      }
      // The next pass tries again, and later fees wait, so that all are booked in order.
      if (left === 0 || !(await bookCost(deps, coin, cost))) return
      left -= 1
    }
    const last = page.at(-1)
    if (last === undefined || page.length < bookedAtOnce) return
    afterId = last.rowId
  }
}

/** Units of a fee, rounded up, so that the remainder stays on the chain. */
export function unitsOfFee(
  feePaid: bigint,
  { chainDecimals, unitDecimals }: Pick<ChainAsset, 'chainDecimals' | 'unitDecimals'>,
): number {
  const scale = 10n ** BigInt(chainDecimals - unitDecimals)
  return Number((feePaid + scale - 1n) / scale)
}

/** The command that books a fee: from the house's fee income to the chain's custody account. */
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
  { database, engine, report }: CostBooking,
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
  if (step.status === 'unclear') report(name)
  if (step.status === 'refused') {
    // Insufficient income means that the tables were behind. Any other refusal needs an operator. The id is
    // used up.
    if (step.code !== 'balance.insufficient') report(name)
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

/** Whether the house's income covers the fee, and the chain owes it by the ledger. */
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

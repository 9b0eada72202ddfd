/**
 * Network fees in the books: what a chain took for a transaction of ours, a payout, a sweep, gas for it or
 * the filling of a gap, leaves the house's fee income for the chain once the transaction is final. Where
 * that income has too little of the coin, the cost stays due and is named as that beside custody.
 */
import { type Command, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import type { Database } from '../../../../platform/database/pool.ts'
import { submitPatiently } from '../../machine/engine-steps.ts'
import { type ChainAsset, type ChainName, chainTable } from '../chains.ts'
import type { BookingParts } from './reserves.ts'

type CostParts = Pick<BookingParts, 'database' | 'engine' | 'complain'>

const bookedAtOnce = 50

type Cost = {
  readonly id: number
  readonly chain: ChainName
  readonly feePaid: string
  readonly attempts: number
}

/** Books all fees that are final and that the house's income covers now, the oldest first. */
export async function bookCosts(parts: CostParts, assets: readonly ChainAsset[]): Promise<void> {
  const coins = assets.filter(({ contract }) => contract === null)
  for (const coin of coins) {
    for (const cost of await costsDue(parts.database, coin.chain)) {
      // The next look tries again, and those behind it wait: in order, and none is forgotten.
      if (!(await bookCost(parts, coin, cost))) break
    }
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
  { id, chain }: Pick<Cost, 'id' | 'chain'>,
  { currencyId, units }: { readonly currencyId: number; readonly units: number },
): Command {
  return {
    kind: 'adjust',
    fromAccountId: houseAccounts.fees,
    toAccountId: chainTable[chain].railId,
    currencyId,
    amount: currencyUnits(units),
    reason: 'network_fee',
    source: `chain_transaction:${id}`,
  }
}

async function bookCost(
  { database, engine, complain }: CostParts,
  coin: ChainAsset,
  cost: Cost,
): Promise<boolean> {
  const units = unitsOfFee(BigInt(cost.feePaid), coin)
  if (!(await isCovered(database, coin, units))) return false
  const command = costCommand(cost, { currencyId: coin.currencyId, units })
  const name = `chain_transaction:${cost.id}:network_fee`
  const step = await submitPatiently(engine, command, { name, attempts: cost.attempts })
  if (step.status === 'done') {
    await database.query(
      `update wallets.chain_transaction set fee_units = $2, fee_booked_at = now(), updated_at = now()
       where id = $1 and fee_booked_at is null`,
      [cost.id, units],
    )
    return true
  }
  if (step.status === 'unclear') complain(name)
  if (step.status === 'refused') {
    // Poor is what the tables did not show yet; anything else is for a person. The id is used up.
    if (step.code !== 'balance.insufficient') complain(name)
    await database.query(
      'update wallets.chain_transaction set fee_attempts = fee_attempts + 1 where id = $1',
      [cost.id],
    )
  }
  return false
}

async function costsDue(database: Database, chain: ChainName): Promise<readonly Cost[]> {
  const found = await database.query<Cost>(
    `select id, chain, fee_paid::text as "feePaid", fee_attempts as attempts
     from wallets.chain_transaction
     where state = 'final' and fee_paid > 0 and fee_booked_at is null and chain = $1
     order by id limit ${bookedAtOnce}`,
    [chain],
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

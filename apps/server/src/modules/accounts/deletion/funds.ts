/** The starting funds of a simulation. Each fund is credited once, and tried again until it is booked. */
import { type Command, custodyAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import { derivedCommandId, type Engine } from '../../../engine/index.ts'
import type { Database } from '../../../platform/database/pool.ts'
import type { Log } from '../../../platform/logging/log.ts'
import * as store from './funds-store.ts'

export type FundsDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
}

/** Rp 50,000,000 and 0.02 BTC. */
export const startingFunds = [
  { currencyId: 1, amount: 5_000_000_000 },
  { currencyId: 2, amount: 2_000_000 },
] as const

/** The funds of a new account; none in live mode. */
export function fundsOf({ isSimulation }: { readonly isSimulation: boolean }) {
  return isSimulation ? startingFunds : []
}

/**
 * Credits the pending funds of one user or (null) of all users, each fund once. A fund that could not
 * be booked stays pending for the next sweep. A fund that went to suspense is logged as an error.
 */
export async function bookFunds(
  { database, engine, log }: FundsDeps,
  userId: number | null,
): Promise<void> {
  for (const fund of await store.listPendingFunds(database, userId)) {
    const outcome = await engine.submit(
      fundCommand(fund),
      derivedCommandId(`starting_fund:${fund.fundId}`),
    )
    const about = { fundId: fund.fundId, userId: fund.userId, status: outcome.status }
    if (outcome.status !== 'accepted') {
      log.warn(about, 'starting fund not booked, tried again in the next sweep')
      continue
    }
    if (outcome.events.some((event) => 'suspended' in event && event.suspended)) {
      log.error(about, 'starting fund booked to suspense')
    }
    await store.markFundBooked(database, fund.fundId)
  }
}

function fundCommand(fund: store.StartingFund): Command {
  return {
    kind: 'credit',
    accountId: fund.userId,
    currencyId: fund.currencyId,
    amount: currencyUnits(fund.amount),
    railId: custodyAccounts.simulation,
    reason: 'starting_fund',
    source: `starting_fund:${fund.fundId}`,
  }
}

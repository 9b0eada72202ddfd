/** Reports rows that were changed outside the server. */
import {
  repairSuspensionRows,
  unprovenEvent,
  unprovenResets,
  unprovenSuspensions,
} from './modules/accounts/index.ts'
import { unprovenBonuses } from './modules/bonus/index.ts'
import { unprovenHalts, unprovenMarketHalts } from './modules/accounting/index.ts'
import { audit, unprovenOperators } from './modules/desk/index.ts'
import { unprovenProfiles } from './modules/markets/index.ts'
import { unprovenSettings } from './modules/settings/index.ts'
import {
  unprovenChainHalts,
  unprovenHolds,
  unprovenLimits,
  unprovenTokens,
} from './modules/wallets/index.ts'
import type { Database } from './platform/database/pool.ts'
import { inSnapshot } from './platform/database/transaction.ts'
import type { Log } from './platform/logging/log.ts'
import type { Keys } from './platform/secrets/keys.ts'

/** Reports rows that were changed outside the server, in the log and in the audit log, once a day each. */
export async function reportUnproven(database: Database, keys: Keys, log: Log): Promise<void> {
  await reportUnprovenAccounts(database, log)
  await reportUnprovenRows(database, keys, log)
  await repairSuspensionRows(database, keys)
}

/**
 * Kinds of rows that decide about money and have their own proofs, each with the function that finds
 * mismatches.
 */
export const checks = {
  setting: unprovenSettings,
  person_limit: unprovenLimits,
  halt: unprovenHalts,
  chain_halt: unprovenChainHalts,
  profile: unprovenProfiles,
  stopped_market: unprovenMarketHalts,
  suspension: unprovenSuspensions,
  token: unprovenTokens,
  bonus: unprovenBonuses,
  factor_reset: unprovenResets,
  deposit_hold: unprovenHolds,
} as const
/** The audit subject of a row of each kind. */
const subjects: Readonly<Record<string, string>> = {
  setting: 'setting',
  person_limit: 'user',
  halt: 'currency',
  chain_halt: 'chain',
  profile: 'currency',
  stopped_market: 'market',
  suspension: 'user',
  token: 'token',
  bonus: 'bonus',
  factor_reset: 'user',
  deposit_hold: 'user',
  role: 'user',
}

/** Reports changed rows; their last proven value stays in force. Each is reported again after a day. */
async function reportUnprovenRows(database: Database, keys: Keys, log: Log): Promise<void> {
  for (const [kind, unproven] of Object.entries({ ...checks, role: unprovenOperators })) {
    // One snapshot for both reads: a change of ours in between would look like an attacker's.
    for (const id of await inSnapshot(database, (snapshot) => unproven(snapshot, keys))) {
      const isNew = await audit.recordDaily(database, 'row.unproven', `${subjects[kind]}:${id}`)
      if (isNew)
        log.error(
          { kind, id },
          'a row was changed outside the server: its proof does not match; the last proven value stays in force',
        )
    }
  }
}

/**
 * Reports accounts whose rows do not match their proofs: an error in the log, and an audit entry, which the
 * overview shows as an alarm. Each is reported again after a day.
 */
async function reportUnprovenAccounts(database: Database, log: Log): Promise<void> {
  const found = await database.query<{ readonly userId: number }>(
    `select distinct account_id as "userId" from security.event
     where kind = 'account.unproven' and at > now() - interval '1 day'`,
  )
  for (const { userId } of found.rows) {
    const isNew = await audit.recordDaily(database, unprovenEvent, `user:${userId}`)
    if (isNew) log.error({ userId }, 'the row of an account was changed outside the server')
  }
}

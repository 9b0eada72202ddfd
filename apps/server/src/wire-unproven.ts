/** Tells people of rows that somebody changed in the database. */
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

/** Tells people of what somebody changed in the database: in the log, and in the console's record, once a day each. */
export async function reportUnproven(database: Database, keys: Keys, log: Log): Promise<void> {
  await reportUnprovenAccounts(database, log)
  await reportUnprovenRows(database, keys, log)
  await repairSuspensionRows(database, keys)
}

/** Kinds of rows that decide about money and have proofs of their own: which rows of each say something else. */
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
/** The subject in the record that a row of each kind belongs to. */
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

/** Tells people of rows that somebody changed: what was proven last holds. Each is told again after a day. */
async function reportUnprovenRows(database: Database, keys: Keys, log: Log): Promise<void> {
  for (const [kind, unproven] of Object.entries({ ...checks, role: unprovenOperators })) {
    // A change of ours between two reads would look like one of somebody else.
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
 * Tells people of accounts whose rows are not what we left: an error in the log, and an entry in the console's record,
 * which its overview shows as an alarm. Each is told again after a day.
 */
async function reportUnprovenAccounts(database: Database, log: Log): Promise<void> {
  const found = await database.query<{ readonly userId: number }>(
    `select distinct account_id as "userId" from security.event
     where kind = 'account.unproven' and at > now() - interval '1 day'`,
  )
  for (const { userId } of found.rows) {
    const isNew = await audit.recordDaily(database, unprovenEvent, `user:${userId}`)
    if (isNew) log.error({ userId }, 'what is kept of an account was changed in the database')
  }
}

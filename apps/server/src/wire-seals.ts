/** Seals what people saved before a version that seals it, once: the record of the console says that it was done. */
import {
  proveEarlierUsers,
  renewEarlierKeys,
  sealLinks,
  unprovenEvent,
} from './modules/accounts/index.ts'
import { proveEarlierSignatures, unprovenSignatures } from './modules/agreement/index.ts'
import { sealBankAccounts } from './modules/bank-account/index.ts'
import {
  proveEarlierHalts,
  proveEarlierStops,
  unprovenHalts,
  unprovenStops,
} from './modules/books/index.ts'
import { audit } from './modules/desk/index.ts'
import { proveEarlierApprovals, unprovenApprovals } from './modules/kyc/index.ts'
import { proveEarlierProfiles, unprovenProfiles } from './modules/markets/index.ts'
import { proveEarlierSettings, unprovenSettings } from './modules/settings/index.ts'
import {
  proveClosings,
  proveEarlierLimits,
  proveEarlierTokens,
  proveReversals,
  proveReversing,
  sealAddresses,
  unprovenLimits,
  unprovenTokens,
} from './modules/wallets/index.ts'
import { onClient } from './platform/database/on-client.ts'
import type { Database, Transaction } from './platform/database/pool.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { Log } from './platform/logging/log.ts'
import type { Keys } from './platform/secrets/keys.ts'
import type { EventHead } from './platform/security/event-chain.ts'
import { type SealingParts, startSealing } from './platform/security/event-sealing.ts'

/** On the leader, before anything is served. The record is only ever added to: whoever takes seals away later gets none. */
export async function wireSeals(database: Database, keys: Keys): Promise<void> {
  await sealOnce(database, 'seals.made', async (transaction) => {
    await sealAddresses(transaction, keys)
    await sealBankAccounts(transaction, keys)
    await proveReversals(transaction, keys)
  })
  await sealOnce(database, 'seals.closings', async (transaction) => {
    await proveClosings(transaction, keys)
    await proveReversing(transaction, keys)
  })
  await sealOnce(database, 'seals.sign_in', async (transaction) => {
    await renewEarlierKeys(transaction)
    await proveEarlierUsers(transaction, keys)
    await sealLinks(transaction, keys)
  })
  await sealOnce(database, 'seals.limits', async (transaction) => {
    await proveEarlierSettings(transaction, keys)
    await proveEarlierLimits(transaction, keys)
    await proveEarlierHalts(transaction, keys)
  })
  await sealOnce(database, 'seals.verified', async (transaction) => {
    await proveEarlierApprovals(transaction, keys)
    await proveEarlierSignatures(transaction, keys)
  })
  await sealOnce(database, 'seals.stops', (transaction) => proveEarlierStops(transaction, keys))
  await sealOnce(database, 'seals.tokens', (transaction) => proveEarlierTokens(transaction, keys))
}

/** On the leader, before the listing is read. */
export function sealProfiles(database: Database, keys: Keys): Promise<void> {
  return sealOnce(database, 'seals.profiles', (transaction) =>
    proveEarlierProfiles(transaction, keys),
  )
}

/** Seals security events while this server leads; gives what ends that. */
export function wireEvents(
  parts: Omit<SealingParts, 'file' | 'onMissing'> & { readonly eventsFile: string },
): () => Promise<void> {
  const { database, eventsFile: file } = parts
  const onMissing = async ({ no }: EventHead) => {
    await tellOnce(database, 'events.missing', `events:${no}`)
  }
  const sealing = startSealing({ ...parts, file, onMissing })
  return () => sealing.stop()
}

/** Tells people of what somebody changed in the database: in the log, and in the console's record, once a day each. */
export async function tellUnproven(database: Database, keys: Keys, log: Log): Promise<void> {
  await tellUnprovenAccounts(database, log)
  await tellUnprovenRows(database, keys, log)
}

/** Kinds of rows that decide about money and have proofs of their own: which rows of each say something else. */
const checks = {
  setting: unprovenSettings,
  person_limit: unprovenLimits,
  halt: unprovenHalts,
  profile: unprovenProfiles,
  stopped_market: unprovenStops,
  token: unprovenTokens,
} as const
/** Those of which there are as many as people: all are looked at by the audit, and each as it is used. */
const auditChecks = {
  ...checks,
  verified: unprovenApprovals,
  agreement: unprovenSignatures,
} as const
/** The subject in the record that a row of each kind belongs to. */
const subjects: Readonly<Record<string, string>> = {
  setting: 'setting',
  person_limit: 'user',
  halt: 'currency',
  profile: 'currency',
  stopped_market: 'market',
  token: 'token',
}

/** Tells people of rows that somebody changed: what was proven last holds. Each is told again after a day. */
async function tellUnprovenRows(database: Database, keys: Keys, log: Log): Promise<void> {
  for (const [kind, unproven] of Object.entries(checks)) {
    for (const id of await unproven(database, keys)) {
      const isNew = await tellOnce(database, 'row.unproven', `${subjects[kind]}:${id}`)
      if (isNew) log.error({ kind, id }, 'a row was changed in the database; what we set holds')
    }
  }
}

const shownMax = 10

/** The part of `npm run audit` for rows that have proofs of their own; prints a line or more for each kind. */
export async function auditRows(
  databaseUrl: string,
  keys: Keys | null,
  print: (line: string) => void,
): Promise<boolean> {
  if (keys === null) {
    print('WRONG settings and limits: the secret that proves them is not here (TUKAR_SECRET_KEY).')
    return false
  }
  return onClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    let isRight = true
    for (const [kind, unproven] of Object.entries(auditChecks)) {
      const wrong = await unproven(client, keys)
      isRight &&= wrong.length === 0
      print(`${wrong.length === 0 ? 'ok   ' : 'WRONG'} rows of ${kind}, each as it was proven last`)
      for (const id of wrong.slice(0, shownMax)) print(`      ${kind} ${id} is not what we set.`)
      if (wrong.length > shownMax) print(`      and ${wrong.length - shownMax} more.`)
    }
    return isRight
  })
}

/** Adds an entry to the record; false where it was there within a day. */
async function tellOnce(database: Database, action: string, subject: string): Promise<boolean> {
  const told = await database.query(
    `select from desk.audit_entry where subject = $1 and action = $2 and at > now() - interval '1 day'
     limit 1`,
    [subject, action],
  )
  if (told.rows.length > 0) return false
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { operatorId: null, action, subject, reason: '' }),
  )
  return true
}

/**
 * Tells people of accounts whose rows are not what we left: an error in the log, and an entry in the console's record,
 * which its overview shows as an alarm. Each is told again after a day.
 */
async function tellUnprovenAccounts(database: Database, log: Log): Promise<void> {
  const found = await database.query<{ readonly userId: number }>(
    `select distinct account_id as "userId" from security.event
     where kind = 'account.unproven' and at > now() - interval '1 day'`,
  )
  for (const { userId } of found.rows) {
    const isNew = await tellOnce(database, unprovenEvent, `user:${userId}`)
    if (isNew) log.error({ userId }, 'what is kept of an account was changed in the database')
  }
}

function sealOnce(
  database: Database,
  action: string,
  seal: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const made = await transaction.query('select from desk.audit_entry where action = $1 limit 1', [
      action,
    ])
    if (made.rows.length > 0) return
    await seal(transaction)
    await audit.record(transaction, { operatorId: null, action, subject: 'people', reason: '' })
  })
}

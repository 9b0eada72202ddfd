/**
 * Profiles of currencies: how they are shown and handled, as the console changes them. The last proven
 * profile counts, or the initial one of this file; the table is for display.
 */
import * as z from 'zod/mini'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'
import type { ProfileRecord } from './profiles.ts'

type Connection = Pick<Database, 'query'>

/** The dependencies to store and prove profiles. */
export type CurrencyProfileDeps = { readonly database: Database; readonly keys: Keys }

/** A profile with the number of its last change. */
export type VersionedProfile = ProfileRecord & {
  readonly version: number
  /** The change that listed it; null for the initial currencies. */
  readonly changeId: number | null
  /** The last change of the profile. */
  readonly changedBy: number | null
}

const Said = z.nullable(
  z.object({
    currencyId: z.int(),
    symbol: z.string(),
    name: z.string(),
    kind: z.string(),
    color: z.string(),
    withdrawalFee: z.string(),
    depositMin: z.nullable(z.string()),
    travelRuleThreshold: z.nullable(z.string()),
    isListed: z.boolean(),
    areDepositsOpen: z.boolean(),
    areWithdrawalsOpen: z.boolean(),
    version: z.int(),
    changeId: z.nullable(z.int()),
    changedBy: z.nullable(z.int()),
  }),
)
const kind = 'profile'

type Begun = readonly [
  currencyId: number,
  symbol: string,
  name: string,
  kind: string,
  color: string,
  // Percent of the amount for a fiat currency; units of the coin otherwise.
  withdrawalFee: string,
  travelRuleThreshold: string | null,
]

/** The initial profiles, as in migration 0036. */
const begun: readonly VersionedProfile[] = (
  [
    [1, 'IDR', 'Rupiah', 'fiat', '#c2343c', '0.05', null],
    [2, 'BTC', 'Bitcoin', 'bitcoin', '#d97a12', '0.0001', '0.01'],
    [3, 'ETH', 'Ethereum', 'evm_coin', '#4f63c4', '0.001', '0.3'],
    [4, 'BNB', 'BNB', 'evm_coin', '#a47a00', '0.002', '1'],
    [5, 'USDT', 'Tether USD', 'evm_token', '#16805f', '2', '1000'],
  ] satisfies readonly Begun[]
).map(([currencyId, symbol, name, ofKind, color, withdrawalFee, travelRuleThreshold]) => ({
  currencyId,
  symbol,
  name,
  kind: ofKind,
  color,
  withdrawalFee,
  depositMin: null,
  travelRuleThreshold,
  isListed: true,
  areDepositsOpen: true,
  areWithdrawalsOpen: true,
  version: 1,
  changeId: null,
  changedBy: null,
}))

/** All recorded profiles by symbol. */
async function readRecordedProfiles(
  connection: Connection,
  keys: Keys,
): Promise<ReadonlyMap<string, VersionedProfile>> {
  const profiles = new Map(begun.map((profile) => [profile.symbol, profile]))
  for (const [symbol, says] of await provenValues(connection, keys, kind)) {
    const said = Said.parse(JSON.parse(says))
    if (said === null) profiles.delete(symbol)
    else profiles.set(symbol, said)
  }
  return profiles
}

/** All profiles by currency. */
export async function readProfiles(
  connection: Connection,
  keys: Keys,
): Promise<ReadonlyMap<number, ProfileRecord>> {
  const said = await readRecordedProfiles(connection, keys)
  return new Map([...said.values()].map((profile) => [profile.currencyId, profile]))
}

/** A profile with its version; null if there is none. */
export async function findProfile(
  { database, keys }: { readonly database: Connection; readonly keys: Keys },
  symbol: string,
): Promise<VersionedProfile | null> {
  return (await readRecordedProfiles(database, keys)).get(symbol) ?? null
}

/**
 * Gives a new currency its profile and the next free id; a repeated change gets the same id.
 *
 * @returns the currency's id
 */
export function addProfile(
  deps: CurrencyProfileDeps,
  profile: Omit<ProfileRecord, 'currencyId'>,
  changeId: number,
): Promise<number> {
  return withProfiles(deps, async (transaction, said) => {
    const created = [...said.values()].find((one) => one.changeId === changeId)
    if (created !== undefined) return created.currencyId
    const known = await transaction.query<{ maxId: number }>(
      'select coalesce(max(id), 0) as "maxId" from exchange.currency',
    )
    const ids = [...said.values()].map((one) => one.currencyId)
    const currencyId = 1 + Math.max(known.rows[0]?.maxId ?? 0, ...ids)
    const added = { ...profile, currencyId, version: 1, changeId, changedBy: null }
    await upsertProfile(transaction, deps.keys, added)
    return currencyId
  })
}

/** Removes the profile of a change whose currency was never listed. */
export async function removeProfile(deps: CurrencyProfileDeps, changeId: number): Promise<void> {
  await withProfiles(deps, async (transaction, said) => {
    const created = [...said.values()].find((one) => one.changeId === changeId)
    if (created === undefined) return
    const { currencyId, symbol } = created
    const listed = await transaction.query('select from exchange.currency where id = $1', [
      currencyId,
    ])
    if (listed.rows.length > 0) return
    await transaction.query('delete from markets.currency_profile where currency_id = $1', [
      currencyId,
    ])
    await addProof(transaction, deps.keys, { kind, subject: symbol }, JSON.stringify(null))
  })
}

/** The fields of a profile that can change. */
export type ProfileChange = Omit<ProfileRecord, 'currencyId' | 'symbol' | 'kind' | 'color'>

/** Changes a profile if its version is unchanged since it was read; false otherwise. */
export function changeProfile(
  deps: CurrencyProfileDeps,
  { symbol, version }: { readonly symbol: string; readonly version: number },
  changed: ProfileChange,
  changeId: number,
): Promise<boolean> {
  return withProfiles(deps, async (transaction, said) => {
    const last = said.get(symbol)
    if (last?.version !== version) return false
    const next = { ...last, ...changed, version: version + 1, changedBy: changeId }
    await upsertProfile(transaction, deps.keys, next)
    return true
  })
}

/** One change of profiles at a time. */
function withProfiles<T>(
  { database, keys }: CurrencyProfileDeps,
  work: (transaction: Transaction, said: ReadonlyMap<string, VersionedProfile>) => Promise<T>,
): Promise<T> {
  return inTransaction(database, async (transaction) => {
    await transaction.query('lock table markets.currency_profile in share row exclusive mode')
    return work(transaction, await readRecordedProfiles(transaction, keys))
  })
}

async function upsertProfile(
  transaction: Transaction,
  keys: Keys,
  profile: VersionedProfile,
): Promise<void> {
  await transaction.query(
    `insert into markets.currency_profile (currency_id, symbol, name, kind, color, withdrawal_fee,
       deposit_min, travel_rule_limit, is_shown, deposits_open, withdrawals_open, version, change_id,
       changed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (currency_id) do update set symbol = excluded.symbol, name = excluded.name,
       kind = excluded.kind, color = excluded.color, withdrawal_fee = excluded.withdrawal_fee,
       deposit_min = excluded.deposit_min, travel_rule_limit = excluded.travel_rule_limit,
       is_shown = excluded.is_shown, deposits_open = excluded.deposits_open,
       withdrawals_open = excluded.withdrawals_open, version = excluded.version,
       change_id = excluded.change_id, changed_by = excluded.changed_by`,
    valuesOf(profile),
  )
  await recordProfile(transaction, keys, profile)
}

async function recordProfile(
  connection: Connection,
  keys: Keys,
  profile: VersionedProfile,
): Promise<void> {
  await addProof(connection, keys, { kind, subject: profile.symbol }, JSON.stringify(profile))
}

/** In the order of the columns. */
function valuesOf(of: VersionedProfile): (string | number | boolean | null)[] {
  return [
    of.currencyId,
    of.symbol,
    of.name,
    of.kind,
    of.color,
    of.withdrawalFee,
    of.depositMin,
    of.travelRuleThreshold,
    of.isListed,
    of.areDepositsOpen,
    of.areWithdrawalsOpen,
    of.version,
    of.changeId,
    of.changedBy,
  ]
}

/** Proves profiles from before there were proofs, as they are now. */
export async function proveEarlierProfiles(connection: Connection, keys: Keys): Promise<void> {
  for (const profile of (await profileRows(connection)).values()) {
    await recordProfile(connection, keys, profile)
  }
}

/** Currencies whose rows differ from the recorded profile, by symbol. */
export async function unprovenProfiles(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await profileRows(connection)
  const said = await readRecordedProfiles(connection, keys)
  return [...new Set([...rows.keys(), ...said.keys()])].filter((symbol) => {
    const [row, right] = [rows.get(symbol), said.get(symbol)]
    if (row === undefined || right === undefined) return true
    return JSON.stringify(valuesOf(row)) !== JSON.stringify(valuesOf(right))
  })
}

async function profileRows(connection: Connection): Promise<ReadonlyMap<string, VersionedProfile>> {
  // Connections without our type parsers return large integers as text.
  const found = await connection.query<VersionedProfile>(
    `select currency_id as "currencyId", symbol, name, kind, color,
       withdrawal_fee as "withdrawalFee", deposit_min as "depositMin",
       travel_rule_limit as "travelRuleThreshold", is_shown as "isListed",
       deposits_open as "areDepositsOpen", withdrawals_open as "areWithdrawalsOpen", version,
       change_id::float8 as "changeId", changed_by::float8 as "changedBy"
     from markets.currency_profile order by currency_id`,
  )
  return new Map(found.rows.map((row) => [row.symbol, row]))
}

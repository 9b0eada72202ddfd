/** How currencies are shown and handled, as the console changes it. */
import type { Database } from '../../platform/database/pool.ts'
import type { ProfileRecord } from './profiles.ts'

type Connection = Pick<Database, 'query'>

/** A profile with the number of its last change. */
export type VersionedProfile = ProfileRecord & {
  readonly version: number
  /** The change that listed it; null for what the exchange began with. */
  readonly changeId: number | null
  /** The last change of it. */
  readonly changedBy: number | null
}

const columns = `currency_id as "currencyId", symbol, name, kind, color,
  withdrawal_fee as "withdrawalFee", deposit_min as "depositMin",
  travel_rule_limit as "travelRuleThreshold", is_shown as "isListed",
  deposits_open as "areDepositsOpen", withdrawals_open as "areWithdrawalsOpen"`

/** All of them by currency. */
export async function readProfiles(
  connection: Connection,
): Promise<ReadonlyMap<number, ProfileRecord>> {
  const found = await connection.query<ProfileRecord>(
    `select ${columns} from markets.currency_profile`,
  )
  return new Map(found.rows.map((row) => [row.currencyId, row]))
}

/** One of them with its version; null where there is none. */
export async function findProfile(
  connection: Connection,
  symbol: string,
): Promise<VersionedProfile | null> {
  const found = await connection.query<VersionedProfile>(
    `select ${columns}, version, change_id as "changeId", changed_by as "changedBy"
     from markets.currency_profile where symbol = $1`,
    [symbol],
  )
  return found.rows[0] ?? null
}

/**
 * Gives a new currency its profile and its number, the next that nothing has; the same change again gets
 * the same number.
 *
 * @returns the currency's id
 */
export async function addProfile(
  connection: Connection,
  profile: Omit<ProfileRecord, 'currencyId'>,
  changeId: number,
): Promise<number> {
  const { symbol, name, kind, color } = profile
  await connection.query(
    `insert into markets.currency_profile (currency_id, symbol, name, kind, color, withdrawal_fee,
       deposit_min, travel_rule_limit, is_shown, deposits_open, withdrawals_open, change_id)
     select 1 + greatest(
         (select coalesce(max(currency_id), 0) from markets.currency_profile),
         (select coalesce(max(id), 0) from exchange.currency)),
       $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
     on conflict (change_id) do nothing`,
    [symbol, name, kind, color, ...toldOf(profile), changeId],
  )
  const found = await connection.query<{ currencyId: number }>(
    'select currency_id as "currencyId" from markets.currency_profile where change_id = $1',
    [changeId],
  )
  const currencyId = found.rows[0]?.currencyId
  if (currencyId === undefined) throw new Error(`change ${changeId} made no profile`)
  return currencyId
}

/** Takes back the profile that a change gave to a currency which was never listed. */
export async function removeProfile(connection: Connection, changeId: number): Promise<void> {
  await connection.query(
    `delete from markets.currency_profile where change_id = $1
       and not exists (select from exchange.currency where id = currency_id)`,
    [changeId],
  )
}

/** What of a profile may be changed. */
export type ProfileChange = Omit<ProfileRecord, 'currencyId' | 'symbol' | 'kind' | 'color'>

/** In the order of the columns. */
function toldOf(profile: ProfileChange): readonly (string | boolean | null)[] {
  const { withdrawalFee, depositMin, travelRuleThreshold } = profile
  const { isListed, areDepositsOpen, areWithdrawalsOpen } = profile
  return [
    withdrawalFee,
    depositMin,
    travelRuleThreshold,
    isListed,
    areDepositsOpen,
    areWithdrawalsOpen,
  ]
}

/** Changes a profile, if its version is still the one that was looked at; false where it is not. */
export async function changeProfile(
  connection: Connection,
  { symbol, version }: { readonly symbol: string; readonly version: number },
  changed: ProfileChange,
  changeId: number,
): Promise<boolean> {
  const done = await connection.query(
    `update markets.currency_profile set name = $3, withdrawal_fee = $4, deposit_min = $5,
       travel_rule_limit = $6, is_shown = $7, deposits_open = $8, withdrawals_open = $9,
       changed_by = $10, version = version + 1
     where symbol = $1 and version = $2`,
    [symbol, version, changed.name, ...toldOf(changed), changeId],
  )
  return done.rowCount === 1
}

/** Where accounts signed in from before: a kind of device in a network. */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { type Client, networkOf } from './clients.ts'

export type NotedDevice = {
  /** Whether the account has signed in before, but never like this. */
  readonly isNew: boolean
  /** Since when it is known, in milliseconds since 1970; null: the account was registered on it. */
  readonly sinceMs: number | null
}

/** Notes a device that somebody signed in on. */
export async function noteDevice(
  transaction: Transaction,
  userId: number,
  { address, device }: Pick<Client, 'address' | 'device'>,
): Promise<NotedDevice> {
  const noted = await transaction.query<NotedDevice & { readonly isFirst: boolean }>(
    `with noted as (
       insert into accounts.known_device as d (user_id, device, network) values ($1, $2, $3)
       on conflict (user_id, device, network) do update set last_seen_at = now()
       returning xmax = 0 as "isNew",
         floor(extract(epoch from first_seen_at) * 1000)::bigint as "sinceMs"
     )
     select "isNew", "sinceMs", not exists (
       select 1 from accounts.known_device where user_id = $1
     ) as "isFirst" from noted`,
    [userId, device, networkOf(address)],
  )
  const [row] = noted.rows
  if (row === undefined) throw new Error('no device was noted')
  return { isNew: row.isNew && !row.isFirst, sinceMs: row.sinceMs }
}

/** Notes the device that an account is registered on, in the place of one that registered it before. */
export async function noteRegistration(
  transaction: Transaction,
  userId: number,
  { address, device }: Pick<Client, 'address' | 'device'>,
): Promise<void> {
  await transaction.query('delete from accounts.known_device where user_id = $1', [userId])
  await transaction.query(
    `insert into accounts.known_device (user_id, device, network, first_seen_at)
     values ($1, $2, $3, null)`,
    [userId, device, networkOf(address)],
  )
}

/** Whether a person signed in on this kind of device in this network before. */
export async function isKnownDevice(
  database: Database,
  userId: number,
  { address, device }: Pick<Client, 'address' | 'device'>,
): Promise<boolean> {
  const found = await database.query(
    'select from accounts.known_device where user_id = $1 and device = $2 and network = $3',
    [userId, device, networkOf(address)],
  )
  return found.rowCount === 1
}

export type KnownFrom = {
  /** Whether the owner of an address signed in from this network before; false where nobody owns it. */
  readonly isKnownNetwork: boolean
  /** And on this kind of device. */
  readonly isKnownDevice: boolean
}

/** How well the owner of an e-mail address is known where somebody signs in to it. */
export async function knownFrom(
  database: Database,
  emailKey: string,
  { address, device }: Pick<Client, 'address' | 'device'>,
): Promise<KnownFrom> {
  const found = await database.query<KnownFrom>(
    `select count(*) > 0 as "isKnownNetwork",
       coalesce(bool_or(d.device = $3), false) as "isKnownDevice"
     from accounts.known_device d join accounts.users u on u.id = d.user_id
     where u.email_key = $1 and u.deleted_at is null and d.network = $2`,
    [emailKey, networkOf(address), device],
  )
  return found.rows[0] ?? { isKnownNetwork: false, isKnownDevice: false }
}

/** After so long a device is as good as new. */
const keptDays = 365

/** Forgets devices that were not seen for a year. */
export async function sweepDevices(database: Database): Promise<void> {
  await database.query(
    'delete from accounts.known_device where last_seen_at < now() - make_interval(days => $1)',
    [keptDays],
  )
}

/**
 * Where accounts signed in from before: a kind of device in a network. Each has a seal over its account and since when it
 * is known; one that somebody put into the table, or made older there, is new.
 */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../platform/secrets/proof.ts'
import { type Client, networkOf } from './clients.ts'

type Connection = Pick<Database, 'query'>
type Where = Pick<Client, 'address' | 'device'>

export type NotedDevice = {
  /** Whether the account has signed in before, but never like this. */
  readonly isNew: boolean
  /** Since when it is known, in milliseconds since 1970; null: the account was registered on it. */
  readonly sinceMs: number | null
}

type Device = {
  readonly userId: number
  readonly device: string
  readonly network: string
  readonly sinceMs: number | null
}
type SealedDevice = Device & { readonly seal: Buffer | null }

const columns = `d.user_id as "userId", d.device, d.network, d.seal,
  floor(extract(epoch from d.first_seen_at) * 1000)::bigint as "sinceMs"`
/** Devices of an account in one network that are looked at; whoever puts more there makes none known. */
const devicesMax = 50
/** Devices that are sealed at once. */
const pageRows = 1_000

/** Notes a device that somebody signed in on. The caller holds the user. */
export async function noteDevice(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  { address, device }: Where,
): Promise<NotedDevice> {
  const network = networkOf(address)
  const known = await findDevice(transaction, { userId, device, network })
  if (known !== null && isSealed(keys, known)) {
    await transaction.query(
      `update accounts.known_device set last_seen_at = now()
       where user_id = $1 and device = $2 and network = $3`,
      [userId, device, network],
    )
    return { isNew: false, sinceMs: known.sinceMs }
  }
  const before = await transaction.query(
    'select from accounts.known_device where user_id = $1 limit 1',
    [userId],
  )
  const noted = await transaction.query<SealedDevice>(
    `insert into accounts.known_device as d (user_id, device, network) values ($1, $2, $3)
     on conflict (user_id, device, network) do update set first_seen_at = now(), last_seen_at = now()
     returning ${columns}`,
    [userId, device, network],
  )
  await sealRows(transaction, keys, noted.rows)
  return { isNew: before.rowCount === 1, sinceMs: noted.rows[0]?.sinceMs ?? Date.now() }
}

/** Notes the device that an account is registered on, in the place of one that registered it before. */
export async function noteRegistration(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  { address, device }: Where,
): Promise<void> {
  await transaction.query('delete from accounts.known_device where user_id = $1', [userId])
  const registered = { userId, device, network: networkOf(address), sinceMs: null }
  await transaction.query(
    `insert into accounts.known_device (user_id, device, network, first_seen_at, seal)
     values ($1, $2, $3, null, $4)`,
    [userId, device, registered.network, sealOf(keys, registered)],
  )
}

/** Whether a person signed in on this kind of device in this network before. */
export async function isKnownDevice(
  database: Database,
  keys: Keys,
  userId: number,
  { address, device }: Where,
): Promise<boolean> {
  const known = await findDevice(database, { userId, device, network: networkOf(address) })
  return known !== null && isSealed(keys, known)
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
  keys: Keys,
  emailKey: string,
  { address, device }: Where,
): Promise<KnownFrom> {
  const found = await database.query<SealedDevice>(
    `select ${columns} from accounts.known_device d join accounts.users u on u.id = d.user_id
     where u.email_key = $1 and u.deleted_at is null and d.network = $2
     order by d.device = $3 desc limit $4`,
    [emailKey, networkOf(address), device, devicesMax],
  )
  const known = found.rows.filter((one) => isSealed(keys, one))
  return {
    isKnownNetwork: known.length > 0,
    isKnownDevice: known.some((one) => one.device === device),
  }
}

/** Seals the devices of before there were seals, as they are now. */
export async function sealDevices(connection: Connection, keys: Keys): Promise<void> {
  let after: Pick<Device, 'userId' | 'device' | 'network'> = { userId: 0, device: '', network: '' }
  for (;;) {
    const { rows } = await connection.query<SealedDevice>(
      `select ${columns} from accounts.known_device d
       where d.seal is null and (d.user_id, d.device, d.network) > ($2, $3, $4)
       order by d.user_id, d.device, d.network limit $1`,
      [pageRows, after.userId, after.device, after.network],
    )
    await sealRows(connection, keys, rows)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = last
  }
}

async function findDevice(
  connection: Connection,
  { userId, device, network }: Omit<Device, 'sinceMs'>,
): Promise<SealedDevice | null> {
  const found = await connection.query<SealedDevice>(
    `select ${columns} from accounts.known_device d
     where d.user_id = $1 and d.device = $2 and d.network = $3`,
    [userId, device, network],
  )
  return found.rows[0] ?? null
}

async function sealRows(
  connection: Connection,
  keys: Keys,
  devices: readonly Device[],
): Promise<void> {
  await connection.query(
    `update accounts.known_device d set seal = s.seal
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[]) as s(user_id, device, network, seal)
     where d.user_id = s.user_id and d.device = s.device and d.network = s.network`,
    [
      devices.map(({ userId }) => userId),
      devices.map(({ device }) => device),
      devices.map(({ network }) => network),
      devices.map((one) => sealOf(keys, one)),
    ],
  )
}

function sealOf(keys: Keys, device: Device): Buffer {
  return createProof(keys, 'row', covered(device))
}

function isSealed(keys: Keys, device: SealedDevice): boolean {
  return matchesProof(keys, 'row', covered(device), device.seal)
}

function covered({ userId, device, network, sinceMs }: Device): Proven {
  return ['tukar known device 1', userId, device, network, sinceMs]
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

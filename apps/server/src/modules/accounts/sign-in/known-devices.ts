/**
 * The devices and networks from which accounts signed in before. A proof that only this server can add, and
 * nobody can remove, says what is known of a device. The rows serve to find networks: an inserted row makes
 * no device known, and a removed row makes none new (M-1, M-4).
 */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../../platform/secrets/proof.ts'
import { provenValues, addFirstProofs, addProof } from '../../../platform/secrets/row-proofs.ts'
import { dayMs } from '../../../platform/time/day.ts'
import { type Client, networkOf } from './clients.ts'

type Connection = Pick<Database, 'query'>
type SignInOrigin = Pick<Client, 'address' | 'device'>

export type NotedDevice = {
  /** Whether the account was used before, but never from this device and network. */
  readonly isNew: boolean
  /** Since when the device is known, in milliseconds since 1970; null: the account was registered on it. */
  readonly sinceMs: number | null
}

type Device = { readonly userId: number; readonly device: string; readonly network: string }
type SealedDevice = Device & {
  readonly sinceMs: number | null
  /** At most now. */
  readonly seenMs: number
  readonly seal: Buffer | null
}

/** The recorded facts of a device. */
type RecordedDevice = {
  /**
   * The registration of the account that the device signed in to; an earlier registration does not make it
   * known.
   */
  readonly registration: number
  readonly sinceMs: number | null
  /** Exact to a month. */
  readonly seenMs: number
}

const columns = `d.user_id as "userId", d.device, d.network, d.seal,
  floor(extract(epoch from d.first_seen_at) * 1000)::bigint as "sinceMs",
  floor(extract(epoch from least(d.last_seen_at, now())) * 1000)::bigint as "seenMs"`
/**
 * Devices of an account in one network that are checked. An attacker who inserts more makes none of them
 * known.
 */
const devicesMax = 50
/** The number of device rows that are read at a time. */
const pageRows = 1_000
/** After this time a device counts as new again. */
const retentionDays = 365
/** The time of last use is recorded again after this time, not at each sign-in. */
const recordedAgainDays = 30

/** Records a device on which the user signed in. The caller has locked the user. */
export async function noteDevice(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  { address, device }: SignInOrigin,
): Promise<NotedDevice> {
  const where = { userId, device, network: networkOf(address) }
  const { isUsed, registration, known } = await readRecordedDevices(transaction, keys, userId, [
    where,
  ])
  if (!isUsed) await recordRegistration(transaction, keys, userId, registration)
  const said = known[0] ?? null
  const seenAt = await upsertDeviceRow(transaction, where, said === null)
  const sinceMs = said === null ? seenAt : said.sinceMs
  if (said === null || seenAt - said.seenMs > recordedAgainDays * dayMs) {
    await recordDevice(transaction, keys, where, { registration, sinceMs, seenMs: seenAt })
  }
  return { isNew: isUsed && said === null, sinceMs }
}

/** Records the device on which an account is registered, in place of the one of an earlier registration. */
export async function noteRegistration(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  { address, device }: SignInOrigin,
): Promise<void> {
  const where = { userId, device, network: networkOf(address) }
  const before = await readRecordedDevices(transaction, keys, userId, [])
  const registration = before.registration + 1
  await recordRegistration(transaction, keys, userId, registration)
  await transaction.query('delete from accounts.known_device where user_id = $1', [userId])
  const seenMs = await upsertDeviceRow(transaction, where, true)
  await recordDevice(transaction, keys, where, { registration, sinceMs: null, seenMs })
}

/** Whether the user signed in on this kind of device in this network before. */
export async function isKnownDevice(
  database: Database,
  keys: Keys,
  userId: number,
  { address, device }: SignInOrigin,
): Promise<boolean> {
  const where = { userId, device, network: networkOf(address) }
  const { known } = await readRecordedDevices(database, keys, userId, [where])
  return known[0] != null
}

export type KnownOrigin = {
  /**
   * Whether the owner of an address signed in from this network before; false if the address has no owner.
   */
  readonly isKnownNetwork: boolean
  /** Whether the owner also used this kind of device. */
  readonly isKnownDevice: boolean
}

/** How well the client of a sign-in is known to the owner of the e-mail address. */
export async function findKnownOrigin(
  database: Database,
  keys: Keys,
  emailKey: string,
  { address, device }: SignInOrigin,
): Promise<KnownOrigin> {
  const network = networkOf(address)
  const found = await database.query<{ userId: number; device: string | null }>(
    `select u.id as "userId", d.device from accounts.users u
     left join accounts.known_device d on d.user_id = u.id and d.network = $2
     where u.email_key = $1 and u.deleted_at is null
     order by d.last_seen_at desc nulls last limit $3`,
    [emailKey, network, devicesMax],
  )
  // No user has the id 0: an address without an owner causes the same reads as one with an owner.
  const userId = found.rows[0]?.userId ?? 0
  const devices = new Set([device, ...found.rows.flatMap((row) => row.device ?? [])])
  const all = [...devices].map((one) => ({ userId, device: one, network }))
  const { known } = await readRecordedDevices(database, keys, userId, all)
  return {
    isKnownNetwork: known.some((one) => one !== null),
    isKnownDevice: known[0] != null,
  }
}

/** Records the devices from before there were proofs by their rows, if these are sealed. */
export async function proveEarlierDevices(connection: Connection, keys: Keys): Promise<void> {
  await eachPage(connection, async (devices) => {
    const sealed = devices.filter((one) => isSealed(keys, one))
    const said = sealed.map((one) => ({
      subject: subjectOf(keys, one),
      says: textOf({ registration: 0, sinceMs: one.sinceMs, seenMs: one.seenMs }),
    }))
    const userIds = [...new Set(devices.map(({ userId }) => userId))]
    const used = userIds.map((userId) => ({ subject: accountOf(userId), says: '0' }))
    await addFirstProofs(connection, keys, 'device', [...used, ...said])
  })
}

/** Seals devices from before there were seals, as they are now. */
export async function sealDevices(connection: Connection, keys: Keys): Promise<void> {
  await eachPage(connection, async (devices) => {
    const bare = devices.filter(({ seal }) => seal === null)
    await connection.query(
      `update accounts.known_device d set seal = s.seal
       from unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[]) as s(user_id, device, network, seal)
       where d.user_id = s.user_id and d.device = s.device and d.network = s.network`,
      [
        bare.map(({ userId }) => userId),
        bare.map(({ device }) => device),
        bare.map(({ network }) => network),
        bare.map((one) => createProof(keys, 'row', sealedValues(one))),
      ],
    )
  })
}

/** All rows of devices, page by page. */
async function eachPage(
  connection: Connection,
  work: (devices: readonly SealedDevice[]) => Promise<void>,
): Promise<void> {
  let after: Device = { userId: 0, device: '', network: '' }
  for (;;) {
    const { rows } = await connection.query<SealedDevice>(
      `select ${columns} from accounts.known_device d
       where (d.user_id, d.device, d.network) > ($2, $3, $4)
       order by d.user_id, d.device, d.network limit $1`,
      [pageRows, after.userId, after.device, after.network],
    )
    await work(rows)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = last
  }
}

type RecordedDevices = {
  /** Whether the account was ever used or registered. */
  readonly isUsed: boolean
  /** How often the account was registered. */
  readonly registration: number
  /** The recorded facts of each device, in the order of the request; null: the device is new. */
  readonly known: readonly (RecordedDevice | null)[]
}

async function readRecordedDevices(
  connection: Connection,
  keys: Keys,
  userId: number,
  devices: readonly Device[],
): Promise<RecordedDevices> {
  const account = accountOf(userId)
  const subjects = devices.map((one) => subjectOf(keys, one))
  const said = await provenValues(connection, keys, 'device', [account, ...subjects])
  const registration = Number(said.get(account) ?? 0)
  const oldestMs = Date.now() - retentionDays * dayMs
  const known = subjects.map((subject) => {
    const text = said.get(subject)
    const one = text === undefined ? null : parseRecordedDevice(text)
    return one?.registration === registration && one.seenMs >= oldestMs ? one : null
  })
  return { isUsed: said.has(account), registration, known }
}

/** Writes the row of a device that was used now; returns the time in milliseconds since 1970. */
async function upsertDeviceRow(
  transaction: Transaction,
  { userId, device, network }: Device,
  isNew: boolean,
): Promise<number> {
  const written = await transaction.query<{ seenMs: number }>(
    `insert into accounts.known_device as d (user_id, device, network) values ($1, $2, $3)
     on conflict (user_id, device, network) do update set last_seen_at = now(),
       first_seen_at = case when $4 then now() else d.first_seen_at end
     returning floor(extract(epoch from last_seen_at) * 1000)::bigint as "seenMs"`,
    [userId, device, network, isNew],
  )
  return written.rows[0]?.seenMs ?? Date.now()
}

function recordRegistration(
  connection: Connection,
  keys: Keys,
  userId: number,
  registration: number,
): Promise<void> {
  return addProof(
    connection,
    keys,
    { kind: 'device', subject: accountOf(userId) },
    `${registration}`,
  )
}

function recordDevice(
  connection: Connection,
  keys: Keys,
  device: Device,
  said: RecordedDevice,
): Promise<void> {
  const row = { kind: 'device', subject: subjectOf(keys, device) } as const
  return addProof(connection, keys, row, textOf(said))
}

function accountOf(userId: number): string {
  return `account ${userId}`
}

/** Proofs outlive their account, so they contain no device and no network in clear. */
function subjectOf(keys: Keys, { userId, device, network }: Device): string {
  return createProof(keys, 'row', ['tukar device 1', userId, device, network]).toString('hex')
}

function textOf({ registration, sinceMs, seenMs }: RecordedDevice): string {
  return `${registration} ${sinceMs ?? 'registered'} ${seenMs}`
}

/** Only texts that this server recorded are parsed. */
function parseRecordedDevice(text: string): RecordedDevice {
  const [registration, since, seen] = text.split(' ')
  const sinceMs = since === 'registered' ? null : Number(since)
  return { registration: Number(registration), sinceMs, seenMs: Number(seen) }
}

function isSealed(keys: Keys, device: SealedDevice): boolean {
  return matchesProof(keys, 'row', sealedValues(device), device.seal)
}

function sealedValues({ userId, device, network, sinceMs }: Omit<SealedDevice, 'seal'>): Proven {
  return ['tukar known device 1', userId, device, network, sinceMs]
}

/** Deletes rows of devices that were not used for a year. */
export async function sweepDevices(database: Database): Promise<void> {
  await database.query(
    'delete from accounts.known_device where last_seen_at < now() - make_interval(days => $1)',
    [retentionDays],
  )
}

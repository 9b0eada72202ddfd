/**
 * Where accounts signed in from before: a kind of device in a network. What is known of one is said with a proof that only
 * we can add and nobody removes. The rows are for looking up networks: one that somebody put there makes no device known,
 * and one that somebody removed makes none new (M-1, M-4).
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
  /** Whether the account was signed in to before, but never like this. */
  readonly isNew: boolean
  /** Since when it is known, in milliseconds since 1970; null: the account was registered on it. */
  readonly sinceMs: number | null
}

type Device = { readonly userId: number; readonly device: string; readonly network: string }
type SealedDevice = Device & {
  readonly sinceMs: number | null
  /** At most now. */
  readonly seenMs: number
  readonly seal: Buffer | null
}

/** What is said of a device. */
type RecordedDevice = {
  /** Which registration of the account it signed in to: of an earlier one it is not known. */
  readonly registration: number
  readonly sinceMs: number | null
  /** Within a month of when it was last seen. */
  readonly seenMs: number
}

const columns = `d.user_id as "userId", d.device, d.network, d.seal,
  floor(extract(epoch from d.first_seen_at) * 1000)::bigint as "sinceMs",
  floor(extract(epoch from least(d.last_seen_at, now())) * 1000)::bigint as "seenMs"`
/** Devices of an account in one network that are looked at; whoever puts more there makes none known. */
const devicesMax = 50
/** Devices that are proven at once. */
const pageRows = 1_000
/** After so long a device is as good as new. */
const keptDays = 365
/** That it is still used is said again after this, not at each sign-in. */
const recordedAgainDays = 30

/** Notes a device that somebody signed in on. The caller holds the user. */
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

/** Notes the device that an account is registered on, in the place of one that registered it before. */
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

/** Whether a person signed in on this kind of device in this network before. */
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
  /** Whether the owner of an address signed in from this network before; false where nobody owns it. */
  readonly isKnownNetwork: boolean
  /** And on this kind of device. */
  readonly isKnownDevice: boolean
}

/** How well the owner of an e-mail address is known where somebody signs in to it. */
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
  // Nobody has the number 0: where nobody owns the address as much is read as where somebody does.
  const userId = found.rows[0]?.userId ?? 0
  const devices = new Set([device, ...found.rows.flatMap((row) => row.device ?? [])])
  const all = [...devices].map((one) => ({ userId, device: one, network }))
  const { known } = await readRecordedDevices(database, keys, userId, all)
  return {
    isKnownNetwork: known.some((one) => one !== null),
    isKnownDevice: known[0] != null,
  }
}

/** Says of the devices of before proofs what their rows say, where these are sealed. */
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

/** Seals the devices of before there were seals, as they are now. */
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

/** All rows of devices, a page at a time. */
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
  /** Whether the account was ever signed in to, or registered. */
  readonly isUsed: boolean
  /** How often it was registered. */
  readonly registration: number
  /** What is said of each device, at its place; null: it is new. */
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
  const oldestMs = Date.now() - keptDays * dayMs
  const known = subjects.map((subject) => {
    const text = said.get(subject)
    const one = text === undefined ? null : parseRecordedDevice(text)
    return one?.registration === registration && one.seenMs >= oldestMs ? one : null
  })
  return { isUsed: said.has(account), registration, known }
}

/** Writes the row of a device that was seen now; gives when that is, in milliseconds since 1970. */
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

/** Proofs outlive their account, so they name no device and no network. */
function subjectOf(keys: Keys, { userId, device, network }: Device): string {
  return createProof(keys, 'row', ['tukar device 1', userId, device, network]).toString('hex')
}

function textOf({ registration, sinceMs, seenMs }: RecordedDevice): string {
  return `${registration} ${sinceMs ?? 'registered'} ${seenMs}`
}

/** Only what we said is read. */
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

/** Removes rows of devices that were not seen for a year. */
export async function sweepDevices(database: Database): Promise<void> {
  await database.query(
    'delete from accounts.known_device where last_seen_at < now() - make_interval(days => $1)',
    [keptDays],
  )
}

/**
 * Daily withdrawal limits that operators set for single users. The last proof counts; the table is for
 * display.
 */
import * as z from 'zod/mini'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'

type Connection = Pick<Database, 'query'>

export type PersonLimit = { readonly currencyId: number; readonly daily: number }

/** A limit as the proof has it; null restores the usual limit. */
type ProvenLimit = {
  readonly currencyId: number
  readonly daily: number | null
  /** The id of the console's change that set it. */
  readonly changeId: number
}

const ProvenLimits = z.array(
  z.object({ currencyId: z.int(), daily: z.nullable(z.int()), changeId: z.int() }),
)
const kind = 'person_limit'

/** A user's own limits, in units by currency; other currencies have the usual limit. */
export async function personLimitsOf(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<readonly PersonLimit[]> {
  return setOnes(await readProven(connection, keys, userId))
}

/** The daily withdrawal limit of a user in units of a currency: his own, or else the usual one. */
export async function dailyLimitOf(
  { database, keys }: { readonly database: Connection; readonly keys: Keys },
  { userId, currencyId }: { readonly userId: number; readonly currencyId: number },
  usual: number,
): Promise<number> {
  const own = await personLimitsOf(database, keys, userId)
  return own.find((one) => one.currencyId === currencyId)?.daily ?? usual
}

/** Sets a user's own limit, unless a newer change did; null restores the usual one. */
export async function setPersonLimit(
  transaction: Transaction,
  keys: Keys,
  limit: ProvenLimit & { readonly userId: number },
): Promise<void> {
  const { userId, ...set } = limit
  await transaction.query('select 1 from accounts.users where id = $1 for no key update', [userId])
  const proven = await readProven(transaction, keys, userId)
  const earlier = proven.find((one) => one.currencyId === set.currencyId)
  if (earlier !== undefined && earlier.changeId >= set.changeId) return
  const limits = [...proven.filter((one) => one !== earlier), set]
  await addProof(transaction, keys, { kind, subject: `${userId}` }, JSON.stringify(limits))
  await writeLimit(transaction, userId, set)
}

async function writeLimit(
  transaction: Transaction,
  userId: number,
  { currencyId, daily, changeId }: ProvenLimit,
): Promise<void> {
  if (daily === null) {
    await transaction.query(
      'delete from wallets.person_limit where user_id = $1 and currency_id = $2',
      [userId, currencyId],
    )
    return
  }
  await transaction.query(
    `insert into wallets.person_limit (user_id, currency_id, daily, change_id)
     values ($1, $2, $3, $4)
     on conflict (user_id, currency_id)
       do update set daily = excluded.daily, change_id = excluded.change_id, set_at = now()`,
    [userId, currencyId, daily, changeId],
  )
}

/** Makes proofs for limits from before proofs existed, as they are now. */
export async function proveEarlierLimits(connection: Connection, keys: Keys): Promise<void> {
  for (const [userId, limits] of await limitRows(connection)) {
    await addProof(connection, keys, { kind, subject: userId }, JSON.stringify(limits))
  }
}

/** The users whose rows contradict the proven limits, by id. */
export async function unprovenLimits(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await limitRows(connection)
  const proven = await provenValues(connection, keys, kind)
  return [...new Set([...rows.keys(), ...proven.keys()])].filter((userId) => {
    return sameText(parsed(proven.get(userId))) !== sameText(rows.get(userId) ?? [])
  })
}

/** All that a proof covers of the limits that are set. */
function sameText(limits: readonly ProvenLimit[]): string {
  const set = limits.filter(({ daily }) => daily !== null)
  const sorted = set.toSorted((one, other) => one.currencyId - other.currencyId)
  return JSON.stringify(
    sorted.map(({ currencyId, daily, changeId }) => [currencyId, daily, changeId]),
  )
}

async function limitRows(
  connection: Connection,
): Promise<ReadonlyMap<string, readonly ProvenLimit[]>> {
  // Connections other than the program's return large integers as texts.
  const found = await connection.query<ProvenLimit & { readonly userId: string }>(
    `select user_id::text as "userId", currency_id as "currencyId", daily::float8 as daily,
       change_id::float8 as "changeId" from wallets.person_limit order by user_id, currency_id`,
  )
  const rows = new Map<string, ProvenLimit[]>()
  for (const { userId, ...limit } of found.rows) {
    rows.set(userId, [...(rows.get(userId) ?? []), limit])
  }
  return rows
}

async function readProven(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<readonly ProvenLimit[]> {
  return parsed((await provenValues(connection, keys, kind, [`${userId}`])).get(`${userId}`))
}

function parsed(json: string | undefined): readonly ProvenLimit[] {
  return json === undefined ? [] : ProvenLimits.parse(JSON.parse(json))
}

function setOnes(proven: readonly ProvenLimit[]): readonly PersonLimit[] {
  return proven
    .flatMap(({ currencyId, daily }) => (daily === null ? [] : [{ currencyId, daily }]))
    .toSorted((one, other) => one.currencyId - other.currencyId)
}

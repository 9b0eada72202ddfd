/**
 * What operators set. The last value that was set with a proof holds, whatever becomes of its row: a row that somebody
 * changed, removed or put there is only found.
 */
import { SetSetting, type SettingValue } from '@tukar/wire'
import * as z from 'zod/mini'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'

type Connection = Pick<Database, 'query'>

export type StoredSetting = {
  readonly key: string
  /** Null: taken back to the default. */
  readonly value: SettingValue
  readonly changedAt: Date
  readonly changedBy: number
}

const Said = z.object({
  value: SetSetting.shape.value,
  atMs: z.int(),
  operatorId: z.int(),
  /** The change of the console that did it. */
  changeId: z.int(),
})
type Said = z.infer<typeof Said>
const kind = 'setting'

/** All that was ever set. */
export async function readSettings(
  connection: Connection,
  keys: Keys,
): Promise<readonly StoredSetting[]> {
  const said = await provenValues(connection, keys, kind)
  return [...said].map(([key, says]) => {
    const { value, atMs, operatorId } = Said.parse(JSON.parse(says))
    return { key, value, changedAt: new Date(atMs), changedBy: operatorId }
  })
}

/** Keeps others from writing until the transaction ends; they may read. */
export async function lockSettings(transaction: Transaction): Promise<void> {
  await transaction.query('lock table settings.setting in share row exclusive mode')
}

/** Sets a value; does nothing where this change, or a newer one, has set it already. The table is locked. */
export async function upsertSetting(
  connection: Connection,
  keys: Keys,
  { key, value }: Pick<StoredSetting, 'key' | 'value'>,
  by: { readonly changeId: number; readonly operatorId: number },
): Promise<void> {
  const last = (await provenValues(connection, keys, kind, [key])).get(key)
  if (last !== undefined && Said.parse(JSON.parse(last)).changeId >= by.changeId) return
  const written = await connection.query<{ atMs: number }>(
    `insert into settings.setting (key, value, changed_by, change_id) values ($1, $2, $3, $4)
     on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at,
       changed_by = excluded.changed_by, change_id = excluded.change_id
     returning floor(extract(epoch from changed_at) * 1000)::bigint as "atMs"`,
    [key, JSON.stringify(value), by.operatorId, by.changeId],
  )
  const atMs = written.rows[0]?.atMs ?? 0
  await recordSetting(connection, keys, key, { value, atMs, ...by })
}

async function recordSetting(
  connection: Connection,
  keys: Keys,
  key: string,
  { value, atMs, operatorId, changeId }: Said,
): Promise<void> {
  const says = JSON.stringify({ value, atMs, operatorId, changeId })
  await addProof(connection, keys, { kind, subject: key }, says)
}

/** Proves what was set before there were proofs, as it is now. */
export async function proveEarlierSettings(connection: Connection, keys: Keys): Promise<void> {
  for (const [key, said] of await settingRows(connection)) {
    await recordSetting(connection, keys, key, said)
  }
}

/** Settings whose rows say something else than was set. */
export async function unprovenSettings(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await settingRows(connection)
  const said = await provenValues(connection, keys, kind)
  return [...new Set([...rows.keys(), ...said.keys()])].filter((key) => {
    const [row, says] = [rows.get(key), said.get(key)]
    if (row === undefined || says === undefined) return true
    return sameText(row) !== sameText(Said.parse(JSON.parse(says)))
  })
}

function sameText({ value, operatorId, changeId }: Said): string {
  return JSON.stringify([value, operatorId, changeId])
}

async function settingRows(connection: Connection): Promise<ReadonlyMap<string, Said>> {
  // Another connection than the program's gives large integers as texts.
  const found = await connection.query<Said & { readonly key: string }>(
    `select key, value, floor(extract(epoch from changed_at) * 1000)::float8 as "atMs",
       changed_by::float8 as "operatorId", change_id::float8 as "changeId"
     from settings.setting order by key`,
  )
  return new Map(found.rows.map(({ key, ...said }) => [key, said]))
}

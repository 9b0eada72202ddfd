/**
 * Values that operators set. The last value with a proof counts, whatever its row says: a changed, deleted or
 * inserted row only raises an alarm.
 */
import { SetSetting, type SettingValue } from '@tukar/wire'
import * as z from 'zod/mini'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'

type Connection = Pick<Database, 'query'>

export type StoredSetting = {
  readonly key: string
  /** Null: the default was restored. */
  readonly value: SettingValue
  readonly changedAt: Date
  readonly changedBy: number
}

const RecordedValue = z.object({
  value: SetSetting.shape.value,
  atMs: z.int(),
  operatorId: z.int(),
  /** The change of the console that set it. */
  changeId: z.int(),
})
type RecordedValue = z.infer<typeof RecordedValue>
const kind = 'setting'

/** All values that were ever set. */
export async function readSettings(
  connection: Connection,
  keys: Keys,
): Promise<readonly StoredSetting[]> {
  const said = await provenValues(connection, keys, kind)
  return [...said].map(([key, says]) => {
    const { value, atMs, operatorId } = RecordedValue.parse(JSON.parse(says))
    return { key, value, changedAt: new Date(atMs), changedBy: operatorId }
  })
}

/** Locks the table against writes until the transaction ends; reads stay possible. */
export async function lockSettings(transaction: Transaction): Promise<void> {
  await transaction.query('lock table settings.setting in share row exclusive mode')
}

/** Sets a value; does nothing if this or a newer change has set it already. The table is locked. */
export async function upsertSetting(
  connection: Connection,
  keys: Keys,
  { key, value }: Pick<StoredSetting, 'key' | 'value'>,
  by: { readonly changeId: number; readonly operatorId: number },
): Promise<void> {
  const last = (await provenValues(connection, keys, kind, [key])).get(key)
  if (last !== undefined && RecordedValue.parse(JSON.parse(last)).changeId >= by.changeId) return
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
  { value, atMs, operatorId, changeId }: RecordedValue,
): Promise<void> {
  const says = JSON.stringify({ value, atMs, operatorId, changeId })
  await addProof(connection, keys, { kind, subject: key }, says)
}

/** Proves values from before there were proofs, as they are now. */
export async function proveEarlierSettings(connection: Connection, keys: Keys): Promise<void> {
  for (const [key, said] of await settingRows(connection)) {
    await recordSetting(connection, keys, key, said)
  }
}

/** Settings whose rows differ from the recorded value. */
export async function unprovenSettings(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await settingRows(connection)
  const said = await provenValues(connection, keys, kind)
  return [...new Set([...rows.keys(), ...said.keys()])].filter((key) => {
    const [row, says] = [rows.get(key), said.get(key)]
    if (row === undefined || says === undefined) return true
    return sameText(row) !== sameText(RecordedValue.parse(JSON.parse(says)))
  })
}

function sameText({ value, operatorId, changeId }: RecordedValue): string {
  return JSON.stringify([value, operatorId, changeId])
}

async function settingRows(connection: Connection): Promise<ReadonlyMap<string, RecordedValue>> {
  // Connections without our type parsers return large integers as text.
  const found = await connection.query<RecordedValue & { readonly key: string }>(
    `select key, value, floor(extract(epoch from changed_at) * 1000)::float8 as "atMs",
       changed_by::float8 as "operatorId", change_id::float8 as "changeId"
     from settings.setting order by key`,
  )
  return new Map(found.rows.map(({ key, ...said }) => [key, said]))
}

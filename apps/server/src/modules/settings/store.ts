/** What operators set, in the database. */
import type { SettingValue } from '@tukar/wire'
import type { Database, Transaction } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

export type StoredSetting = {
  readonly key: string
  /** Null: taken back to the default. */
  readonly value: SettingValue
  readonly changedAt: Date
  readonly changedBy: number
}

/** All that was ever set. */
export async function readSettings(connection: Connection): Promise<readonly StoredSetting[]> {
  const found = await connection.query<StoredSetting>(
    `select key, value, changed_at as "changedAt", changed_by as "changedBy"
     from settings.setting order by key`,
  )
  return found.rows
}

/** Keeps others from writing until the transaction ends; they may read. */
export async function lockSettings(transaction: Transaction): Promise<void> {
  await transaction.query('lock table settings.setting in share row exclusive mode')
}

/** Sets a value; does nothing where this change, or a newer one, has set it already. */
export async function writeSetting(
  connection: Connection,
  { key, value }: Pick<StoredSetting, 'key' | 'value'>,
  by: { readonly changeId: number; readonly operatorId: number },
): Promise<void> {
  await connection.query(
    `insert into settings.setting (key, value, changed_by, change_id) values ($1, $2, $3, $4)
     on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at,
       changed_by = excluded.changed_by, change_id = excluded.change_id
     where settings.setting.change_id < excluded.change_id`,
    [key, JSON.stringify(value), by.operatorId, by.changeId],
  )
}

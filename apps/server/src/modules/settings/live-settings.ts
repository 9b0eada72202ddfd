/**
 * Settings that operators change while the exchange runs. A value applies from its commit on, without a
 * restart, because users of a setting read it each time. Only the leader serves, so one process holds them
 * all.
 */
import type { SettingValue } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import type { AnySetting } from './any-setting.ts'
import { anySetting } from './any-setting.ts'
import type { Setting, SettingReader } from './setting.ts'
import { lockSettings, readSettings, type StoredSetting, upsertSetting } from './store.ts'

export type LiveSettings = SettingReader & {
  /** Registers a setting for operators; its user does so where the user is wired. */
  register<Value extends SettingValue>(setting: Setting<Value>): void
  /** All registered settings, in order. */
  all(): readonly AnySetting[]
  find(key: string): AnySetting | undefined
  /** Who set the value last, and when; undefined if nobody did. */
  stored(key: string): StoredSetting | undefined
  /**
   * Sets a value for a change of the console; null restores the default. Calls run one after the other, each
   * checked against the current other settings. Refuses `setting.unknown`, and a value that conflicts with
   * others.
   */
  set(
    key: string,
    value: SettingValue,
    by: { readonly changeId: number; readonly operatorId: number },
  ): Promise<void>
}

/** Opens the settings with their stored values. */
export async function openLiveSettings(database: Database, keys: Keys): Promise<LiveSettings> {
  const settings = new Map<string, AnySetting>()
  const rows = new Map<string, StoredSetting>()
  const load = async (connection: Pick<Database, 'query'> = database) => {
    for (const row of await readSettings(connection, keys)) rows.set(row.key, row)
  }
  await load()
  const live: LiveSettings = {
    register(setting) {
      if (settings.has(setting.key)) throw new Error(`${setting.key} is registered twice`)
      settings.set(setting.key, anySetting(setting, live))
    },
    all: () => [...settings.values()],
    find: (key) => settings.get(key),
    stored: (key) => rows.get(key),
    value({ key, schema, byDefault }) {
      const parsed = schema.safeParse(rows.get(key)?.value ?? byDefault)
      // A stored value that this version no longer accepts is ignored.
      return parsed.success ? parsed.data : byDefault
    },
    async set(key, value, by) {
      await inTransaction(database, async (transaction) => {
        // Without the lock, two settings that limit each other could both be checked before either is
        // written.
        await lockSettings(transaction)
        await load(transaction)
        const setting = settings.get(key)
        if (setting === undefined) throw new Refusal('setting.unknown')
        setting.next(value)
        await upsertSetting(transaction, keys, { key, value }, by)
      })
      await load()
    },
  }
  return live
}

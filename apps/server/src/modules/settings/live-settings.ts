/**
 * Settings that operators change while the exchange runs: a value holds from the commit on, without a
 * restart, for whoever asks for it again each time. Only the leader serves, so one process holds them all.
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
  /** Adds a setting to those that operators see; whoever uses it does so where it is wired. */
  register<Value extends SettingValue>(setting: Setting<Value>): void
  /** What is registered, in that order. */
  all(): readonly AnySetting[]
  find(key: string): AnySetting | undefined
  /** Who set it last, and when; undefined where nobody ever did. */
  stored(key: string): StoredSetting | undefined
  /**
   * Sets a value for a change of the console; null takes it back to the default. One after the other, each
   * held against the others as they are by then: refuses `setting.unknown`, and what does not fit them.
   */
  set(
    key: string,
    value: SettingValue,
    by: { readonly changeId: number; readonly operatorId: number },
  ): Promise<void>
}

/** Opens the settings as they were left. */
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
      // What an older version let in and this one does not is as if nobody had set it.
      return parsed.success ? parsed.data : byDefault
    },
    async set(key, value, by) {
      await inTransaction(database, async (transaction) => {
        // Two that bound each other, both looked at before either is written, would else cross.
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

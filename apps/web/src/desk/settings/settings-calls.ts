/** The console's call about settings. */
import { type DeskSetting, routes } from '@tukar/wire'
import { get, type CallResult } from '../desk-calls.ts'
import type { Setting, SettingGroup } from './setting.ts'

/** Loads all settings in their groups. */
export function loadSettings(): Promise<CallResult<readonly SettingGroup[]>> {
  return get(routes.deskSettings, {}, ({ groups }) =>
    groups.map(({ key, title, settings }) => ({ key, title, settings: settings.map(toSetting) })),
  )
}

function toSetting(row: DeskSetting): Setting {
  return {
    key: row.key,
    title: row.title,
    note: row.note,
    field: row.field,
    value: row.value,
    said: row.said,
    defaultSaid: row.default_said,
    isDefault: row.is_default,
    changedAt: row.changed_at ?? '',
    changedBy: row.changed_by ?? '',
    isMineToSet: row.is_mine_to_set,
  }
}

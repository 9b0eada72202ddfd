/** The console's call about settings, and its answer, read without believing it. */
import { settingFields, type SettingValue } from '@tukar/wire'
import { type JsonRecord, textAt } from '../../api/json.ts'
import { wordsAt } from '../change/change-wire.ts'
import { get, type Told, told } from '../desk-calls.ts'
import { recordAt, recordsAt } from '../wire-reading.ts'
import type { Setting, SettingGroup } from './setting.ts'

/** All settings, in their groups. */
export async function loadSettings(): Promise<Told<readonly SettingGroup[]>> {
  return told(await get('settings'), (body) =>
    recordsAt(recordAt(body, 'data'), 'groups').map((group) => ({
      key: textAt(group, 'key'),
      title: wordsAt(group, 'title'),
      settings: recordsAt(group, 'settings').map(readSetting),
    })),
  )
}

function readSetting(row: JsonRecord): Setting {
  return {
    key: textAt(row, 'key'),
    title: wordsAt(row, 'title'),
    note: wordsAt(row, 'note'),
    field: settingFields.find((one) => one === row['field']) ?? 'text',
    value: valueAt(row),
    said: wordsAt(row, 'said'),
    defaultSaid: wordsAt(row, 'default_said'),
    isDefault: row['is_default'] === true,
    changedAt: textAt(row, 'changed_at'),
    changedBy: textAt(row, 'changed_by'),
    isMineToSet: row['is_mine_to_set'] === true,
  }
}

function valueAt({ value }: JsonRecord): SettingValue {
  const isPlain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? value : null
}

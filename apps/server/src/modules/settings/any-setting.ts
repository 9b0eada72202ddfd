/** A setting that validates its own values, so that settings of all types fit in one list. */
import type { SettingValue } from '@tukar/wire'
import { Refusal } from '../../platform/http/refusal.ts'
import type { LocalText } from '../desk/index.ts'
import type { Setting, SettingReader } from './setting.ts'

/** The next value of a setting. */
export type NextValue = {
  readonly value: SettingValue
  readonly said: LocalText
  readonly isSecondNeeded: boolean
}

export type AnySetting = Pick<
  Setting<SettingValue>,
  'key' | 'group' | 'title' | 'note' | 'field' | 'roles' | 'byDefault'
> & {
  /** The current value. */
  now(): { readonly value: SettingValue; readonly said: LocalText }
  readonly defaultSaid: LocalText
  /** The next value; refuses `setting.invalid`, and a value that conflicts with other settings. */
  next(value: SettingValue): NextValue
}

/** Validates and formats values with the setting's own schema and texts. */
export function anySetting<Value extends SettingValue>(
  setting: Setting<Value>,
  values: SettingReader,
): AnySetting {
  const { key, group, title, note, field, roles, byDefault } = setting
  return {
    key,
    group,
    title,
    note,
    field,
    roles,
    byDefault,
    now() {
      const value = values.value(setting)
      return { value, said: setting.format(value) }
    },
    defaultSaid: setting.format(byDefault),
    next(wanted) {
      const parsed = setting.schema.safeParse(wanted ?? byDefault)
      if (!parsed.success) throw new Refusal('setting.invalid')
      const value = parsed.data
      setting.check?.(value, values)
      const isSecondNeeded = setting.isSecondNeeded(values.value(setting), value)
      return { value, said: setting.format(value), isSecondNeeded }
    },
  }
}

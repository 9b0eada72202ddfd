/** A setting whose value is looked at where it comes in, so that settings of all kinds stand in one list. */
import type { SettingValue } from '@tukar/wire'
import { Refusal } from '../../platform/http/refusal.ts'
import type { LocalText } from '../desk/index.ts'
import type { Setting, SettingReader } from './setting.ts'

/** What a setting would become. */
export type NextValue = {
  readonly value: SettingValue
  readonly said: LocalText
  readonly isSecondNeeded: boolean
}

export type AnySetting = Pick<
  Setting<SettingValue>,
  'key' | 'group' | 'title' | 'note' | 'field' | 'roles' | 'byDefault'
> & {
  /** As it holds now. */
  now(): { readonly value: SettingValue; readonly said: LocalText }
  readonly defaultSaid: LocalText
  /** What it would become; refuses `setting.invalid`, and what does not fit the other settings. */
  next(value: SettingValue): NextValue
}

/** Looks at values by the setting's own schema and words. */
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
      return { value, said: setting.say(value) }
    },
    defaultSaid: setting.say(byDefault),
    next(wanted) {
      const parsed = setting.schema.safeParse(wanted ?? byDefault)
      if (!parsed.success) throw new Refusal('setting.invalid')
      const value = parsed.data
      setting.check?.(value, values)
      const isSecondNeeded = setting.isSecondNeeded(values.value(setting), value)
      return { value, said: setting.say(value), isSecondNeeded }
    },
  }
}

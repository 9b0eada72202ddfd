/** Settings that operators change while the exchange runs. */
import * as z from 'zod/mini'
import { WireWords } from './desk-changes.ts'
import { many, Time } from './answers/shapes.ts'

const keyLengthMax = 60

/** What the kind of change `setting.set` takes; a null value takes the setting back to its default. */
export const SetSetting = z.strictObject({
  key: z.string().check(z.maxLength(keyLengthMax), z.regex(/^[a-z]+(?:\.[a-z_]+)+$/)),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
})
export type SettingValue = z.output<typeof SetSetting>['value']

/** How a setting is written: on or off, whole rupiah, a whole number, or a text. */
export const settingFields = ['switch', 'rupiah', 'count', 'text'] as const
export type SettingField = (typeof settingFields)[number]

export const DeskSetting = z.strictObject({
  key: z.string(),
  title: WireWords,
  note: WireWords,
  field: z.enum(settingFields),
  value: SetSetting.shape.value,
  said: WireWords,
  default_said: WireWords,
  is_default: z.boolean(),
  changed_at: z.nullable(Time),
  /** Who proposed the change that stands; null where nobody changed it. */
  changed_by: z.nullable(z.string()),
  /** Whether whoever asks may propose a change. */
  is_mine_to_set: z.boolean(),
})
export type DeskSetting = z.infer<typeof DeskSetting>

export const DeskSettings = z.strictObject({
  groups: many(
    z.strictObject({
      key: z.string(),
      title: WireWords,
      settings: many(DeskSetting),
    }),
  ),
})
export type DeskSettings = z.infer<typeof DeskSettings>

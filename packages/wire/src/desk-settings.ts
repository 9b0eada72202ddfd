/** Settings that operators change while the exchange runs. */
import * as z from 'zod/mini'
import type { WireWords } from './desk-changes.ts'

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

export type DeskSetting = {
  readonly key: string
  readonly title: WireWords
  readonly note: WireWords
  readonly field: SettingField
  readonly value: SettingValue
  readonly said: WireWords
  readonly default_said: WireWords
  readonly is_default: boolean
  readonly changed_at: string | null
  /** Who proposed the change that stands; null where nobody changed it. */
  readonly changed_by: string | null
  /** Whether whoever asks may propose a change. */
  readonly is_mine_to_set: boolean
}

export type DeskSettings = {
  readonly groups: readonly {
    readonly key: string
    readonly title: WireWords
    readonly settings: readonly DeskSetting[]
  }[]
}

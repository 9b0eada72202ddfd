/** Settings that operators change while the exchange runs. */
import * as z from 'zod/mini'

const keyLengthMax = 60

/** The input of the change `setting.set`; null resets the setting to its default. */
export const SetSetting = z.strictObject({
  key: z.string().check(z.maxLength(keyLengthMax), z.regex(/^[a-z]+(?:\.[a-z_]+)+$/)),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
})
export type SettingValue = z.output<typeof SetSetting>['value']

/** How a setting is entered: a switch, whole rupiah, a whole number, or a text. */
export const settingFields = ['switch', 'rupiah', 'count', 'text'] as const
export type SettingField = (typeof settingFields)[number]

/** The definition of a setting: the module that uses a setting defines it. */
import { amountInWords, formatRupiah } from '@tukar/i18n'
import type { DeskRole, SettingField, SettingValue } from '@tukar/wire'
import * as z from 'zod/mini'
import { Refusal } from '../../platform/http/refusal.ts'
import { readName } from '../../platform/text/plain-text.ts'
import { inBoth, same, type LocalText } from '../desk/index.ts'

/** Settings that the page shows together. */
export type SettingGroup = { readonly key: string; readonly title: LocalText }

/** Reads the values of other settings. */
export type SettingReader = {
  value<Value extends SettingValue>(setting: Setting<Value>): Value
}

export type Setting<Value extends SettingValue> = {
  /** A dotted name: `bonus.amount`. */
  readonly key: string
  readonly group: SettingGroup
  readonly title: LocalText
  /** The effect of the setting, and its unit. */
  readonly note: LocalText
  readonly field: SettingField
  /** The roles that may change it. */
  readonly roles: readonly DeskRole[]
  readonly schema: z.ZodMiniType<Value>
  /** The default: from the configuration, or a constant. */
  readonly byDefault: Value
  /** Formats a value as text. */
  readonly format: (value: Value) => LocalText
  /** Whether this change needs a second operator. */
  readonly isSecondNeeded: (before: Value, after: Value) => boolean
  /** Refuses a value that conflicts with the other settings. */
  readonly check?: (value: Value, others: SettingReader) => void
}

type Definition<Value extends SettingValue> = Pick<
  Setting<Value>,
  'key' | 'group' | 'title' | 'note' | 'roles' | 'byDefault'
> &
  Partial<Pick<Setting<Value>, 'isSecondNeeded' | 'check'>>

const always = () => true
const rupiahMost = 10_000_000_000

/** Whole rupiah; a change needs a second operator unless the definition says otherwise. */
export function rupiahSetting(
  definition: Definition<number> & { readonly least?: number },
): Setting<number> {
  const schema = z.int().check(z.gte(definition.least ?? 0), z.lte(rupiahMost))
  const say = (rupiah: number) =>
    inBoth((language) => `${rupiahText(rupiah)} (${amountInWords(`${rupiah}`, 'IDR', language)})`)
  return { isSecondNeeded: always, ...definition, field: 'rupiah', schema, format: say }
}

/** A whole number. */
export function countSetting(
  definition: Definition<number> & {
    readonly least: number
    readonly most: number
    readonly unit: LocalText
  },
): Setting<number> {
  const schema = z.int().check(z.gte(definition.least), z.lte(definition.most))
  const say = (count: number) => inBoth((language) => `${count} ${definition.unit[language]}`)
  return { isSecondNeeded: always, ...definition, field: 'count', schema, format: say }
}

/**
 * On or off; switching on needs a second operator, switching off does not, unless the definition says
 * otherwise.
 */
export function switchSetting(definition: Definition<boolean>): Setting<boolean> {
  const isSecondNeeded = (_: boolean, isOn: boolean) => isOn
  const say = (isOn: boolean) => (isOn ? { en: 'on', id: 'aktif' } : { en: 'off', id: 'nonaktif' })
  return { isSecondNeeded, ...definition, field: 'switch', schema: z.boolean(), format: say }
}

/** A single-line text of letters that PDF documents can print; empty is shown as a word of its own. */
export function textSetting(
  definition: Definition<string> & { readonly most: number; readonly grammar?: RegExp },
): Setting<string> {
  const plain = (text: string): string | null => {
    const read = readName(text, definition.most)
    return text.trim() === '' ? '' : read.ok ? read.text : null
  }
  const schema = z.string().check(
    z.refine((text) => plain(text) !== null),
    z.overwrite((text) => plain(text) ?? text),
    z.regex(definition.grammar ?? /^/),
  )
  const say = (text: string) => (text === '' ? { en: '(empty)', id: '(kosong)' } : same(text))
  return { isSecondNeeded: () => false, ...definition, field: 'text', schema, format: say }
}

/** Refuses `setting.too_high` if an amount of rupiah exceeds the limit of another setting. */
export function requireAtMost(rupiah: number, max: number): void {
  if (rupiah > max) throw new Refusal('setting.too_high', { max: rupiahText(max) })
}

/** Refuses `setting.too_low` if an amount of rupiah is below the minimum of another setting. */
export function requireAtLeast(rupiah: number, min: number): void {
  if (rupiah < min) throw new Refusal('setting.too_low', { min: rupiahText(min) })
}

function rupiahText(rupiah: number): string {
  return formatRupiah(`${rupiah}`, 0)
}

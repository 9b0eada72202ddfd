/** What a setting is: whoever uses it defines it, in a line of its own module. */
import { amountInWords, formatRupiah } from '@tukar/i18n'
import type { DeskRole, SettingField, SettingValue } from '@tukar/wire'
import * as z from 'zod/mini'
import { Refusal } from '../../platform/http/refusal.ts'
import { readName } from '../../platform/text/plain-text.ts'
import { inBoth, same, type LocalText } from '../desk/index.ts'

/** Settings that belong together on the page. */
export type SettingGroup = { readonly key: string; readonly title: LocalText }

/** Tells the values of other settings. */
export type SettingReader = {
  value<Value extends SettingValue>(setting: Setting<Value>): Value
}

export type Setting<Value extends SettingValue> = {
  /** A dotted word: `bonus.amount`. */
  readonly key: string
  readonly group: SettingGroup
  readonly title: LocalText
  /** What it does, and in what. */
  readonly note: LocalText
  readonly field: SettingField
  /** Who may change it. */
  readonly roles: readonly DeskRole[]
  readonly schema: z.ZodMiniType<Value>
  /** What holds while nobody changed it: as the configuration says, or a constant. */
  readonly byDefault: Value
  /** A value in words. */
  readonly say: (value: Value) => LocalText
  /** Whether a second person has to confirm this change. */
  readonly isSecondNeeded: (before: Value, after: Value) => boolean
  /** Refuses a value that does not fit the others as they are. */
  readonly check?: (value: Value, others: SettingReader) => void
}

type Definition<Value extends SettingValue> = Pick<
  Setting<Value>,
  'key' | 'group' | 'title' | 'note' | 'roles' | 'byDefault'
> &
  Partial<Pick<Setting<Value>, 'isSecondNeeded' | 'check'>>

const always = () => true
const rupiahMost = 10_000_000_000

/** Whole rupiah; a second person confirms a change of it unless its definition says otherwise. */
export function rupiahSetting(
  definition: Definition<number> & { readonly least?: number },
): Setting<number> {
  const schema = z.int().check(z.gte(definition.least ?? 0), z.lte(rupiahMost))
  const say = (rupiah: number) =>
    inBoth((language) => `${rupiahText(rupiah)} (${amountInWords(`${rupiah}`, 'IDR', language)})`)
  return { isSecondNeeded: always, ...definition, field: 'rupiah', schema, say }
}

/** A whole number of something. */
export function countSetting(
  definition: Definition<number> & {
    readonly least: number
    readonly most: number
    readonly unit: LocalText
  },
): Setting<number> {
  const schema = z.int().check(z.gte(definition.least), z.lte(definition.most))
  const say = (count: number) => inBoth((language) => `${count} ${definition.unit[language]}`)
  return { isSecondNeeded: always, ...definition, field: 'count', schema, say }
}

/** On or off; switching on takes a second person, off does not, unless its definition says otherwise. */
export function switchSetting(definition: Definition<boolean>): Setting<boolean> {
  const isSecondNeeded = (_: boolean, isOn: boolean) => isOn
  const say = (isOn: boolean) => (isOn ? { en: 'on', id: 'aktif' } : { en: 'off', id: 'nonaktif' })
  return { isSecondNeeded, ...definition, field: 'switch', schema: z.boolean(), say }
}

/** A text on one line, of letters that documents can write; empty is said as a word of its own. */
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
  return { isSecondNeeded: () => false, ...definition, field: 'text', schema, say }
}

/** Refuses `setting.too_high` where rupiah are more than another setting lets them be. */
export function requireAtMost(rupiah: number, max: number): void {
  if (rupiah > max) throw new Refusal('setting.too_high', { max: rupiahText(max) })
}

/** Refuses `setting.too_low` where rupiah are less than another setting asks for. */
export function requireAtLeast(rupiah: number, min: number): void {
  if (rupiah < min) throw new Refusal('setting.too_low', { min: rupiahText(min) })
}

function rupiahText(rupiah: number): string {
  return formatRupiah(`${rupiah}`, 0)
}

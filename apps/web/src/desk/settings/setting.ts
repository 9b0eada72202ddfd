/** Settings of the console, and parsing of typed values. */
import { readAmount } from '@tukar/i18n'
import type { SettingField, SettingValue } from '@tukar/wire'
import type { Words } from '../change/change-wire.ts'

export type Setting = {
  readonly key: string
  readonly title: Words
  readonly note: Words
  readonly field: SettingField
  readonly value: SettingValue
  readonly said: Words
  readonly defaultSaid: Words
  readonly isDefault: boolean
  readonly changedAt: string
  readonly changedBy: string
  readonly isMineToSet: boolean
}

export type SettingGroup = {
  readonly key: string
  readonly title: Words
  readonly settings: readonly Setting[]
}

/** The initial value of the field. */
export function toTypedValue({ field, value }: Pick<Setting, 'field' | 'value'>): string {
  return field === 'switch' ? (value === true ? 'on' : 'off') : String(value ?? '')
}

/** Parses a typed value; null if it is invalid. Rupiah amounts accept the usual notations. */
export function parseValue(field: SettingField, typed: string): SettingValue {
  const text = typed.trim()
  if (field === 'text') return text
  if (field === 'switch') return text === 'on'
  if (field === 'count') return parseCount(text)
  const raw = parseRupiah(text)
  return raw === null ? null : Number(raw)
}

function parseCount(text: string): number | null {
  const reading = readAmount(text, { decimals: 0 })
  return reading.kind === 'amount' && /^\d{1,9}$/.test(reading.raw) ? Number(reading.raw) : null
}

/** Whole rupiah as digits; null if the text is something else. */
export function parseRupiah(typed: string): string | null {
  const reading = readAmount(typed, { decimals: 0 })
  const raw = reading.kind === 'amount' ? reading.raw : ''
  return /^\d{1,15}$/.test(raw) ? raw : null
}

/**
 * Amounts in words, in both languages: shown below an amount field, so that an extra zero is noticed before
 * sending.
 */
import type { Language } from './language.ts'

const idUnits = 'nol satu dua tiga empat lima enam tujuh delapan sembilan'.split(' ')
const enUnits = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
  'fifteen sixteen seventeen eighteen nineteen'
).split(' ')
const enTens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const idScales = ['', 'ribu', 'juta', 'miliar', 'triliun', 'kuadriliun']
const enScales = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion']

/** Digits before the mark that have words: six groups of three. */
const wholeDigitsMax = 18

/**
 * A raw amount in words, with the currency's name: "dua puluh lima juta rupiah".
 *
 * @param raw digits with at most one dot, as returned by `readAmount`
 * @param currency the symbol; IDR is written as "rupiah"
 * @returns null for an invalid amount, or one too large for words
 */
export function amountInWords(raw: string, currency: string, language: Language): string | null {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(raw)
  if (parts === null) return null
  const whole = (parts[1] ?? '').replace(/^0+(?=\d)/, '')
  if (whole.length > wholeDigitsMax) return null
  const fraction = (parts[2] ?? '').replace(/0+$/, '')
  const units = language === 'id' ? idUnits : enUnits
  const mark = language === 'id' ? 'koma' : 'point'
  const tail = Array.from(fraction, (digit) => units[Number(digit)])
  const words = [wholeInWords(whole, language), ...(tail.length > 0 ? [mark, ...tail] : [])]
  return [...words, currency === 'IDR' ? 'rupiah' : currency].join(' ')
}

/**
 * An unambiguous amount: in words, with all its digits and without grouping: "one thousand five hundred USDT
 * (1500)".
 */
export function amountSpelled(raw: string, currency: string, language: Language): string {
  const digits = raw.replace('.', ',')
  const words = amountInWords(raw, currency, language)
  return words === null ? `${digits} ${currency}` : `${words} (${digits})`
}

/** Returns a whole number of at most 18 digits in words. */
export function wholeInWords(digits: string, language: Language): string {
  const groups = digits.padStart(wholeDigitsMax, '0').match(/\d{3}/g) ?? []
  const scales = language === 'id' ? idScales : enScales
  const words: string[] = []
  groups.forEach((group, index) => {
    const scale = scales[groups.length - 1 - index] ?? ''
    const value = Number(group)
    if (value === 0) return
    if (language === 'id' && scale === 'ribu' && value === 1) words.push('seribu')
    else words.push(...(language === 'id' ? idHundreds(value) : enHundreds(value)), scale)
  })
  const said = words.filter((word) => word !== '').join(' ')
  return said === '' ? ((language === 'id' ? idUnits : enUnits)[0] ?? '') : said
}

/** 1 to 999 in Indonesian. */
function idHundreds(value: number): string[] {
  const hundreds = Math.trunc(value / 100)
  const rest = value % 100
  const words: string[] = []
  if (hundreds === 1) words.push('seratus')
  else if (hundreds > 1) words.push(idUnits[hundreds] ?? '', 'ratus')
  if (rest === 0) return words
  if (rest < 10) return [...words, idUnits[rest] ?? '']
  if (rest === 10) return [...words, 'sepuluh']
  if (rest === 11) return [...words, 'sebelas']
  if (rest < 20) return [...words, idUnits[rest - 10] ?? '', 'belas']
  words.push(idUnits[Math.trunc(rest / 10)] ?? '', 'puluh')
  return rest % 10 === 0 ? words : [...words, idUnits[rest % 10] ?? '']
}

/** 1 to 999 in English. */
function enHundreds(value: number): string[] {
  const hundreds = Math.trunc(value / 100)
  const rest = value % 100
  const words = hundreds === 0 ? [] : [enUnits[hundreds] ?? '', 'hundred']
  if (rest === 0) return words
  if (rest < 20) return [...words, enUnits[rest] ?? '']
  const tens = enTens[Math.trunc(rest / 10)] ?? ''
  return [...words, rest % 10 === 0 ? tens : `${tens}-${enUnits[rest % 10] ?? ''}`]
}

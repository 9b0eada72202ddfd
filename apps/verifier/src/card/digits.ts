/** Digits and dates in recognized text: letters that look like digits are read as digits. */

const lookalikes: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  l: '1',
  i: '1',
  '|': '1',
  '!': '1',
  ']': '1',
  '[': '1',
  L: '1',
  Z: '2',
  z: '2',
  E: '3',
  A: '4',
  h: '4',
  S: '5',
  s: '5',
  G: '6',
  b: '6',
  '?': '7',
  T: '7',
  B: '8',
  g: '9',
  q: '9',
}

const digitLike = String.raw`[\dOoQDIil|!ZzSsGbB?]`
const between = String.raw`\s*[-–—_./, ]\s*`
const dateShape = new RegExp(
  `(${digitLike}{2})${between}(${digitLike}{2})${between}(${digitLike}{4})`,
  'g',
)

/** Replaces letters that look like digits. */
export function asDigits(text: string): string {
  return text.replaceAll(/\D/g, (sign) => lookalikes[sign] ?? sign)
}

/** The first day, month and year in the text as YYYY-MM-DD; null when there is no real date. */
export function findDate(text: string): string | null {
  for (const [, day = '', month = '', year = ''] of text.matchAll(dateShape)) {
    const date = realDate(asDigits(year), asDigits(month), asDigits(day))
    if (date !== null) return date
  }
  return null
}

/** YYYY-MM-DD of a date that there is in the calendar, of the last 130 years; else null. */
export function realDate(year: string, month: string, day: string): string | null {
  const yearsAgo = new Date().getUTCFullYear() - Number(year)
  return yearsAgo >= 0 && yearsAgo <= 130 ? calendarDate(year, month, day) : null
}

/** YYYY-MM-DD of a date that there is in the calendar; else null. */
export function calendarDate(year: string, month: string, day: string): string | null {
  const text = `${year}-${month}-${day}`
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text
}

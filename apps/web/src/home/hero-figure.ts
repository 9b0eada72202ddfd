/** Formats the configured figures of the hero in each language. */
import { groupThousands, type Language } from '@tukar/i18n'

/**
 * The Indonesian words for suffixes of thousands. In Indonesian, "5M" would mean 5 miliar, a thousand times
 * as much.
 */
const indonesianWords: Readonly<Record<string, string>> = { K: 'ribu', M: 'juta', B: 'miliar' }

/**
 * Returns a configured figure as it is shown. Plain digits are grouped: "9501" becomes "9.501". A figure in
 * English form, such as "9,501" or "5M IDR", stays as it is in English (DEC-94). In Indonesian it becomes
 * "9.501" and "5 juta IDR".
 */
export function heroFigure(written: string, language: Language): string {
  if (/^\d+$/.test(written)) return groupThousands(written)
  if (language === 'en') return written
  return written
    .replace(/\d[\d,.]*/g, (number) =>
      number.replace(/[,.]/g, (mark) => (mark === ',' ? '.' : ',')),
    )
    .replace(/(\d)\s?([KMB])\b/g, (_, digit: string, letter: string) => {
      return `${digit} ${indonesianWords[letter] ?? letter}`
    })
}

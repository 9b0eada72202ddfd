/** How the hero's configured figures are read in each language. */
import { groupThousands, type Language } from '@tukar/i18n'

/** What the letters of thousands mean: "5M" would be 5 miliar, a thousand times as much, in Indonesian. */
const indonesianWords: Readonly<Record<string, string>> = { K: 'ribu', M: 'juta', B: 'miliar' }

/**
 * Returns a configured figure as it is shown: digits alone in the form of all numbers, "9501" as "9.501";
 * what is written in English form stays as written in English (DEC-94), "9,501" and "5M IDR", and is
 * "9.501" and "5 juta IDR" in Indonesian.
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

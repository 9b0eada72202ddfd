/** The countries of nationality, with the browser's names. */
import type { Language } from '@tukar/i18n'
import { countryCodes } from '@tukar/wire'

export type Country = { readonly code: string; readonly name: string }

/** All countries in alphabetical order of the language. */
export function countriesIn(language: Language): readonly Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
}

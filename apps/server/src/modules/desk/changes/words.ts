/** Texts about a change, in both languages at once. */
import { fillPlaceholders, type Language } from '@tukar/i18n/server'
import type { LocalText } from './kind.ts'

type Places = Readonly<Record<string, string | number | LocalText>>

/**
 * Creates the translator of a catalogue; the places of its sentences take plain text or other texts in both
 * languages.
 */
export function createLocalText<Key extends string>(
  texts: Readonly<Record<Language, Readonly<Record<Key, string>>>>,
): (key: Key, places?: Places) => LocalText {
  return (key, places = {}) =>
    inBoth((language) => {
      const own = Object.entries(places).map(([name, value]) => {
        return [name, typeof value === 'object' ? value[language] : value] as const
      })
      return fillPlaceholders(texts[language][key], Object.fromEntries(own))
    })
}

/** A text in each language, by the same function. */
export function inBoth(say: (language: Language) => string): LocalText {
  return { en: say('en'), id: say('id') }
}

/** A text that is the same in both languages, such as a figure or a name. */
export function same(text: string): LocalText {
  return { en: text, id: text }
}

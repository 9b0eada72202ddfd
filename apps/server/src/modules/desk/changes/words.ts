/** Says what a change means, in both languages at once. */
import { fillPlaceholders, type Language } from '@tukar/i18n/server'
import type { LocalText } from './kind.ts'

type Places = Readonly<Record<string, string | number | LocalText>>

/** What says the sentences of a catalogue; their places take plain text, or other words. */
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

/** What is said in each language by the same rule. */
export function inBoth(say: (language: Language) => string): LocalText {
  return { en: say('en'), id: say('id') }
}

/** What reads alike in both languages: a figure, a name. */
export function same(text: string): LocalText {
  return { en: text, id: text }
}

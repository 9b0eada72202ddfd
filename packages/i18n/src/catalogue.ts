/**
 * What a catalogue is: the same keys in both languages, sentences with named places. A missing key,
 * a missing place or an unknown parameter does not compile; a test checks the places of both texts.
 */
import type { Language } from './language.ts'

export type Texts = Readonly<Record<string, string>>

/** One feature's sentences; `id` has the keys of `en`, all of them and no other. */
export type Catalogue<English extends Texts> = {
  readonly en: English
  readonly id: { readonly [Key in keyof English]: string }
}

/** The names between braces in a sentence: "Buy {amount}" has "amount". */
export type PlacesOf<Sentence extends string> =
  Sentence extends `${string}{${infer Place}}${infer Rest}` ? Place | PlacesOf<Rest> : never

export type ParamsOf<Sentence extends string> = [PlacesOf<Sentence>] extends [never]
  ? readonly []
  : readonly [params: { readonly [Place in PlacesOf<Sentence>]: string | number }]

/** Says sentences of one catalogue in the language of the page. */
export type Translator<English extends Texts> = <Key extends keyof English & string>(
  key: Key,
  ...params: ParamsOf<English[Key]>
) => string

/** Returns a catalogue; a key that one of the languages lacks is a compile error. */
export function defineMessages<const English extends Texts>(
  en: English,
  id: { readonly [Key in keyof English]: string },
): Catalogue<English> {
  return { en, id }
}

/** Puts parameters into a sentence's places; a place without a parameter stays as it is written. */
export function fillPlaces(
  sentence: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name]
    return value === undefined ? place : String(value)
  })
}

/** An amount stays on the line of its sign: "Rp 2.100" never breaks between the two. */
const signBeforeAmount = /\bRp (?=\d)/g

/** Ties the sign of rupiah to the amount behind it, in a sentence that another part wrote. */
export function tieAmounts(sentence: string): string {
  return sentence.replace(signBeforeAmount, 'Rp\u00a0')
}

/** Returns the function that says a catalogue's sentences in one language. */
export function translatorOf<English extends Texts>(
  catalogue: Catalogue<English>,
  language: Language,
): Translator<English> {
  const texts: Readonly<Record<string, string>> = catalogue[language]
  return (key, ...params) => tieAmounts(fillPlaces(texts[key] ?? key, params[0]))
}

/**
 * A catalogue has the same keys in both languages, with named placeholders. A missing key, a missing
 * placeholder or an unknown parameter does not compile; a test compares the placeholders of both texts.
 */
import type { Language } from './language.ts'

export type Texts = Readonly<Record<string, string>>

/** One feature's texts; `id` has exactly the keys of `en`. */
export type Catalogue<English extends Texts> = {
  readonly en: English
  readonly id: { readonly [Key in keyof English]: string }
}

/** The names between braces in a sentence: "Buy {amount}" has "amount". */
export type PlaceholdersOf<Sentence extends string> =
  Sentence extends `${string}{${infer Placeholder}}${infer Rest}`
    ? Placeholder | PlaceholdersOf<Rest>
    : never

export type ParamsOf<Sentence extends string> = [PlaceholdersOf<Sentence>] extends [never]
  ? readonly []
  : readonly [params: { readonly [Placeholder in PlaceholdersOf<Sentence>]: string | number }]

/** Translates keys of one catalogue into the language of the page. */
export type Translator<English extends Texts> = <Key extends keyof English & string>(
  key: Key,
  ...params: ParamsOf<English[Key]>
) => string

/** Creates a catalogue; a key that one of the languages lacks is a compile error. */
export function defineMessages<const English extends Texts>(
  en: English,
  id: { readonly [Key in keyof English]: string },
): Catalogue<English> {
  return { en, id }
}

/** Fills parameters into a text's placeholders; a placeholder without a parameter stays. */
export function fillPlaceholders(
  sentence: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name]
    return value === undefined ? placeholder : String(value)
  })
}

/** A line must not break between sign and amount: "Rp 2.100". */
const signBeforeAmount = /\bRp (?=\d)/g

/** Joins the rupiah sign to its amount with a non-breaking space. */
export function tieAmounts(sentence: string): string {
  return sentence.replace(signBeforeAmount, 'Rp\u00a0')
}

/** Returns the function that translates a catalogue's keys into one language. */
export function createTranslator<English extends Texts>(
  catalogue: Catalogue<English>,
  language: Language,
): Translator<English> {
  const texts: Readonly<Record<string, string>> = catalogue[language]
  return (key, ...params) => tieAmounts(fillPlaceholders(texts[key] ?? key, params[0]))
}

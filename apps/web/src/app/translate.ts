/**
 * Says sentences in the page's language. A feature makes its own `say` from its own catalogue, so the
 * texts travel with the code that shows them.
 */
import { type Catalogue, type Texts, type Translator, createTranslator } from '@tukar/i18n'
import { language } from '../theme/preferences.ts'

/** Returns the function that says a catalogue's sentences: `const say = sayer(homeMessages)`. */
export function sayer<English extends Texts>(catalogue: Catalogue<English>): Translator<English> {
  return createTranslator(catalogue, language)
}

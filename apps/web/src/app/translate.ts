/**
 * Translates texts into the page's language. Each feature creates a translator for its own catalogue, so that
 * texts load with the code that shows them.
 */
import { type Catalogue, type Texts, type Translator, createTranslator } from '@tukar/i18n'
import { language } from '../theme/preferences.ts'

/** Returns the translator of a catalogue: `const t = pageTranslator(homeMessages)`. */
export function pageTranslator<English extends Texts>(
  catalogue: Catalogue<English>,
): Translator<English> {
  return createTranslator(catalogue, language)
}

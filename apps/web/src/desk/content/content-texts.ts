/** The console's texts about content, and the names of both languages. */
import { consoleContentMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'

export const t = pageTranslator(consoleContentMessages)

/** Each language in its own language. */
export const languageNames = { en: 'English', id: 'Indonesia' } as const
export const bothLanguages = ['en', 'id'] as const

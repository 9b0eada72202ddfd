/** What the console says about content, and the names of both languages. */
import { deskContentMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'

export const say = sayer(deskContentMessages)

/** Each language by its own name. */
export const languageNames = { en: 'English', id: 'Indonesia' } as const
export const bothLanguages = ['en', 'id'] as const

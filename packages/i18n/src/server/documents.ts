/** Texts on every document of the server. */
import type { Language } from '../language.ts'

export const documentTexts: Readonly<
  Record<Language, { readonly page: string; readonly created: string }>
> = {
  en: { page: 'Page {page} of {pages}', created: 'Made on {time}' },
  id: { page: 'Halaman {page} dari {pages}', created: 'Dibuat pada {time}' },
}

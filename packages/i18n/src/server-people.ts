/** What the server says to operators about people, by its codes. */
import type { Language } from './language.ts'

type Sentence = Readonly<Record<Language, string>>

export const peopleSentences = {
  'desk.too_many_looks': {
    en: 'You looked for or opened {max} people within the hour, the most there can be.',
    id: 'Anda sudah mencari atau membuka {max} orang dalam sejam, yaitu batasnya.',
  },
  'desk.prefix_short': {
    en: 'Write at least {least} letters of the name, the whole e-mail address, or the number.',
    id: 'Tulis sedikitnya {least} huruf awal nama, alamat email lengkap, atau nomor akun.',
  },
  'desk.noted': { en: 'The note is kept.', id: 'Catatan disimpan.' },
} as const satisfies Record<string, Sentence>

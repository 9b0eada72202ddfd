/** Server texts about settings that operators change, by code. */
import type { Language } from '../../language.ts'

type Sentence = Readonly<Record<Language, string>>

export const settingSentences = {
  'setting.unknown': { en: 'There is no such setting.', id: 'Pengaturan itu tidak ada.' },
  'setting.invalid': {
    en: 'This is no value for this setting.',
    id: 'Nilai ini tidak berlaku untuk pengaturan tersebut.',
  },
  'setting.unchanged': {
    en: 'It is so already: nothing would change.',
    id: 'Sudah demikian: tidak ada yang akan berubah.',
  },
  'setting.too_low': {
    en: 'As the other settings stand, this must be at least {min}.',
    id: 'Dengan pengaturan lain saat ini, nilai ini paling sedikit {min}.',
  },
  'setting.too_high': {
    en: 'As the other settings stand, this may be at most {max}.',
    id: 'Dengan pengaturan lain saat ini, nilai ini paling banyak {max}.',
  },
} as const satisfies Record<string, Sentence>

/** What the server says to operators, by its codes. */
import type { Language } from './language.ts'

type Sentence = Readonly<Record<Language, string>>

export const deskSentences = {
  'desk.forbidden': {
    en: 'This is for operators whose role allows it.',
    id: 'Ini untuk operator yang perannya mengizinkan.',
  },
  'desk.two_factor': {
    en: 'Operators need a second factor. Switch it on in your security settings first.',
    id: 'Operator memerlukan faktor kedua. Aktifkan dahulu di pengaturan keamanan.',
  },
  'desk.case_unknown': { en: 'There is no such case.', id: 'Kasus itu tidak ada.' },
  'desk.person_unknown': {
    en: 'There is no account of this address or number.',
    id: 'Tidak ada akun dengan alamat atau nomor ini.',
  },
  'desk.already_decided': {
    en: 'This was decided or changed meanwhile. Look at it again.',
    id: 'Ini sudah diputuskan atau berubah. Periksa lagi.',
  },
  'desk.same_operator': {
    en: 'You approved this already. Another person must approve it too.',
    id: 'Anda sudah menyetujui ini. Orang lain harus menyetujuinya juga.',
  },
  'desk.own_case': {
    en: 'Nobody decides about the own money.',
    id: 'Tidak seorang pun memutuskan uangnya sendiri.',
  },
  'desk.too_many_shown': {
    en: 'You were shown {max} people within the hour, the most there can be.',
    id: 'Anda sudah melihat data {max} orang dalam sejam, yaitu batasnya.',
  },
  'desk.own_roles': {
    en: 'Nobody changes the own roles.',
    id: 'Tidak seorang pun mengubah perannya sendiri.',
  },
  'desk.decided': { en: 'Your decision is recorded.', id: 'Keputusan Anda sudah dicatat.' },
} as const satisfies Record<string, Sentence>

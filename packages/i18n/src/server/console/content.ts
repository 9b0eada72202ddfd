/** Server texts for operators who write articles and announcements. */
import type { Language } from '../../language.ts'

type Sentence = Readonly<Record<Language, string>>

export const contentSentences = {
  'content.unknown': {
    en: 'It is not there, or was taken away meanwhile.',
    id: 'Tidak ada, atau sudah dihapus.',
  },
  'content.changed': {
    en: 'Somebody saved a newer version meanwhile. Open it again before you save: nothing was overwritten.',
    id: 'Orang lain sudah menyimpan versi yang lebih baru. Buka lagi sebelum menyimpan: tidak ada yang tertimpa.',
  },
  'content.title': {
    en: 'The {language} title is empty.',
    id: 'Judul {language} masih kosong.',
  },
  'content.title_long': {
    en: 'The {language} title has more than {max} characters.',
    id: 'Judul {language} lebih dari {max} karakter.',
  },
  'content.title_letter': {
    en: 'The {language} title cannot have the character {letter}.',
    id: 'Judul {language} tidak dapat memuat karakter {letter}.',
  },
  'content.body': {
    en: 'The {language} text is empty.',
    id: 'Isi {language} masih kosong.',
  },
  'content.body_long': {
    en: 'The {language} text has more than {max} characters.',
    id: 'Isi {language} lebih dari {max} karakter.',
  },
  'content.text': {
    en: 'The {language} text is empty.',
    id: 'Teks {language} masih kosong.',
  },
  'content.text_long': {
    en: 'The {language} text has more than {max} characters.',
    id: 'Teks {language} lebih dari {max} karakter.',
  },
  'content.text_letter': {
    en: 'The {language} text cannot have the character {letter}.',
    id: 'Teks {language} tidak dapat memuat karakter {letter}.',
  },
  'content.link': {
    en: 'The link must be a whole address that begins with https://.',
    id: 'Tautan harus alamat lengkap yang diawali https://.',
  },
  'content.period': {
    en: 'The end must come after the beginning and lie in the future.',
    id: 'Akhirnya harus sesudah mulai dan di masa depan.',
  },
  'content.currency': {
    en: 'There is no currency {currency} here.',
    id: 'Mata uang {currency} tidak ada di sini.',
  },
  'content.too_many': {
    en: 'There are {max} announcements already. Take one away first.',
    id: 'Sudah ada {max} pengumuman. Hapus satu dahulu.',
  },
  'bonus.nobody': {
    en: 'Nobody waits for this bonus.',
    id: 'Tidak ada yang menunggu bonus ini.',
  },
  'bonus.uncovered': {
    en: 'The house has no more than {most} of its own for bonuses. Nobody was paid who is not marked as paid.',
    id: 'Bursa hanya memiliki {most} dari uangnya sendiri untuk bonus. Yang tidak bertanda dibayar belum dibayar.',
  },
  'bonus.too_much': {
    en: 'A bonus is at most {max} a person. Check the amount.',
    id: 'Bonus paling banyak {max} per orang. Periksa jumlahnya.',
  },
  'maintenance.unchanged': {
    en: 'The exchange is so already. Nothing would change.',
    id: 'Bursa memang sudah begitu. Tidak ada yang berubah.',
  },
} as const satisfies Record<string, Sentence>

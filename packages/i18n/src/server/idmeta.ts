/** Server texts of the verification dialog except protocol texts, and texts for reviewers. */
import type { Language } from '../language.ts'

type Sentence = Readonly<Record<Language, string>>

export const idmetaSentences = {
  'idmeta.wrong_image': {
    en: 'Invalid Image, only JPG, JPEG and PNG are allowed',
    id: 'Gambar tidak sah, hanya JPG, JPEG, dan PNG',
  },
  'idmeta.unreadable': {
    en: 'Extraction Failed. Please make sure the document is a valid ID.',
    id: 'Dokumen tidak terbaca. Pastikan dokumen adalah identitas yang sah.',
  },
  'idmeta.no_face': {
    en: 'Face verification failed. FACE_NOT_FOUND',
    id: 'Verifikasi wajah gagal. Wajah tidak ditemukan.',
  },
  'idmeta.small_face': {
    en: 'Face verification failed. FACE_TOO_SMALL',
    id: 'Verifikasi wajah gagal. Wajah terlalu kecil.',
  },
  'idmeta.other_face': { en: 'Face verification failed', id: 'Verifikasi wajah gagal' },
  'idmeta.template': {
    en: 'This verification is not offered any more. Please load the page again.',
    id: 'Verifikasi ini sudah tidak tersedia. Muat ulang halaman.',
  },
  'idmeta.unknown': {
    en: 'This verification has expired. Please begin anew.',
    id: 'Verifikasi ini sudah kedaluwarsa. Silakan mulai lagi.',
  },
  'idmeta.document_first': {
    en: 'Please verify your document first.',
    id: 'Verifikasi dokumen Anda dahulu.',
  },
  'idmeta.both_sides': {
    en: 'Pictures of the front and the back of your document are needed.',
    id: 'Diperlukan gambar sisi depan dan belakang dokumen.',
  },
  'idmeta.image_size': {
    en: 'A picture must be at most {max} MB and at least {side} x {side} pixels.',
    id: 'Gambar paling besar {max} MB dan paling kecil {side} x {side} piksel.',
  },
  'idmeta.refused': {
    en: 'The identity check did not take this. Please try other pictures.',
    id: 'Pemeriksaan identitas tidak menerima ini. Coba gambar lain.',
  },
  'idmeta.over': {
    en: 'Your identity is being looked at, or was verified already.',
    id: 'Identitas Anda sedang diperiksa atau sudah diverifikasi.',
  },
  'idmeta.off': {
    en: 'Instant verification is not offered now. Please use the steps.',
    id: 'Verifikasi instan sedang tidak tersedia. Gunakan langkah-langkahnya.',
  },
  'idmeta.unavailable': {
    en: 'The identity check does not answer now. Please try again in a moment.',
    id: 'Pemeriksaan identitas sedang tidak menjawab. Coba lagi sebentar.',
  },
  'config.forbidden': {
    en: 'This needs the key of the configuration host.',
    id: 'Ini memerlukan kunci host konfigurasi.',
  },
  'desk.own_identity': {
    en: 'Nobody looks at or decides about the own identity.',
    id: 'Tidak seorang pun memeriksa atau memutuskan identitasnya sendiri.',
  },
  'notice.desk_many_shown': {
    en: '{operator} wanted to see the data of more than {max} people within an hour. Please look into it.',
    id: '{operator} ingin melihat data lebih dari {max} orang dalam sejam. Mohon diperiksa.',
  },
  'desk.showing_over': {
    en: 'These files were shown for a few minutes. Have them shown again.',
    id: 'Berkas ini hanya ditampilkan beberapa menit. Tampilkan lagi.',
  },
} as const satisfies Record<string, Sentence>

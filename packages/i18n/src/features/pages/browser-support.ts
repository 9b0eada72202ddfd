/** Browser features that the page lacks, and a language chosen in another tab; rarely needed. */
import { defineMessages } from '../../catalogue.ts'

export const browserSupportMessages = defineMessages(
  {
    label: 'About this browser',
    cookies:
      'This browser blocks cookies for this site. Prices and pages work; to sign in, allow cookies for this site and load the page again.',
    storage:
      'This browser keeps no data for this site. Everything works, but language, appearance and half-filled forms are forgotten when the page is loaded again.',
    workers:
      'This browser runs no web workers. Pages work, but prices do not move and forms with a robot check cannot be sent. Use a current version of Chrome, Firefox or Safari.',
    otherLanguage:
      'English was chosen in another tab. This tab keeps its language until you load it again, so that nothing you typed is lost.',
    otherLanguageId:
      'Indonesian was chosen in another tab. This tab keeps its language until you load it again, so that nothing you typed is lost.',
    reload: 'Load again',
  },
  {
    label: 'Tentang peramban ini',
    cookies:
      'Peramban ini memblokir kuki untuk situs ini. Harga dan halaman tetap dapat dilihat; untuk masuk, izinkan kuki untuk situs ini lalu muat ulang halaman.',
    storage:
      'Peramban ini tidak menyimpan data untuk situs ini. Semua tetap berfungsi, tetapi bahasa, tampilan, dan formulir yang belum selesai hilang saat halaman dimuat ulang.',
    workers:
      'Peramban ini tidak mendukung web worker. Halaman tetap dapat dibaca, tetapi harga tidak bergerak dan formulir dengan pemeriksaan robot tidak dapat dikirim. Gunakan Chrome, Firefox, atau Safari versi terbaru.',
    otherLanguage:
      'Bahasa Inggris dipilih di tab lain. Tab ini tetap memakai bahasanya sampai Anda memuatnya ulang, agar isian Anda tidak hilang.',
    otherLanguageId:
      'Bahasa Indonesia dipilih di tab lain. Tab ini tetap memakai bahasanya sampai Anda memuatnya ulang, agar isian Anda tidak hilang.',
    reload: 'Muat ulang',
  },
)

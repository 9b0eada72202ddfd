/**
 * Server texts about requirements before deposits and withdrawals, personal details and the user agreement.
 */

export const agreementSentences = {
  'kyc.required': {
    en: 'Please verify your identity first. It takes about three minutes.',
    id: 'Verifikasi identitas Anda terlebih dahulu. Hanya perlu sekitar tiga menit.',
  },
  'agreement.required': {
    en: 'One step is left: please read and accept the user agreement.',
    id: 'Tinggal satu langkah: baca dan setujui perjanjian pengguna.',
  },
  'agreement.saved': {
    en: 'Your particulars are saved.',
    id: 'Data Anda telah disimpan.',
  },
  'agreement.done': {
    en: 'Thank you. Deposits and withdrawals are open to you now.',
    id: 'Terima kasih. Setoran dan penarikan kini terbuka bagi Anda.',
  },
  'agreement.signed': {
    en: 'You have agreed already. Write to us if your particulars have changed.',
    id: 'Anda sudah menyetujuinya. Hubungi kami bila data Anda berubah.',
  },
  'agreement.step': {
    en: 'Please complete your particulars first.',
    id: 'Lengkapi data Anda terlebih dahulu.',
  },
  'agreement.changed': {
    en: 'The agreement has changed meanwhile. Please read it again.',
    id: 'Perjanjian telah berubah. Silakan baca kembali.',
  },
  'agreement.field': {
    en: 'This cannot be read. Please check it.',
    id: 'Isian ini tidak terbaca. Periksa kembali.',
  },
  'agreement.empty': { en: 'Please fill this in.', id: 'Isian ini wajib diisi.' },
  'agreement.long': {
    en: 'This has more than {max} characters.',
    id: 'Isian ini lebih dari {max} karakter.',
  },
  'agreement.letter': {
    en: 'This cannot have “{letter}”: our documents could not show it.',
    id: 'Isian ini tidak dapat memuat “{letter}” karena tidak dapat ditampilkan di dokumen kami.',
  },
  'agreement.read_only': {
    en: 'What was verified cannot be changed here.',
    id: 'Data yang sudah terverifikasi tidak dapat diubah di sini.',
  },
  'agreement.too_often': {
    en: 'Saved very often within the hour. Please try again later.',
    id: 'Terlalu sering disimpan dalam satu jam. Coba lagi nanti.',
  },
} as const

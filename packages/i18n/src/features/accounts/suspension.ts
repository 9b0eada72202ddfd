/**
 * Texts for people whose account is suspended, and for those who keep their second factor by an e-mail link.
 */
import { defineMessages } from '../../catalogue.ts'

export const suspensionMessages = defineMessages(
  {
    label: 'Your account',
    text: 'Your account is suspended: you can look and cancel orders, but not order or withdraw.',
    contact: 'Write to us',
    keepTitle: 'Keep your second factor',
    keepText:
      'Somebody told us that your authenticator is lost. If that was not you, keep your second factor: then nothing is taken off, and you change your password.',
    keepNoToken: 'This link is not whole. Copy all of it from the mail.',
    keep: 'Keep my second factor',
    kept: 'Your second factor stays as it is. Now choose a new password.',
    keepFailed: 'Nothing was changed',
    newPassword: 'Choose a new password',
    signOutForPassword: 'Sign out and choose a new password',
  },
  {
    label: 'Akun Anda',
    text: 'Akun Anda ditangguhkan: Anda dapat melihat dan membatalkan order, tetapi tidak memasang order atau menarik dana.',
    contact: 'Hubungi kami',
    keepTitle: 'Pertahankan faktor kedua Anda',
    keepText:
      'Seseorang memberi tahu kami bahwa autentikator Anda hilang. Jika itu bukan Anda, pertahankan faktor kedua: tidak ada yang dilepas, lalu ganti kata sandi Anda.',
    keepNoToken: 'Tautan ini tidak lengkap. Salin seluruhnya dari email.',
    keep: 'Pertahankan faktor kedua saya',
    kept: 'Faktor kedua Anda tetap seperti semula. Sekarang pilih kata sandi baru.',
    keepFailed: 'Tidak ada yang diubah',
    newPassword: 'Pilih kata sandi baru',
    signOutForPassword: 'Keluar dan pilih kata sandi baru',
  },
)

/** Server texts about registration and account recovery. */

export const registrationSentences = {
  'register.done': {
    en: 'Almost done: we have sent you a mail. Open its link to confirm your e-mail.',
    id: 'Hampir selesai: kami telah mengirim email. Buka tautannya untuk mengonfirmasi email Anda.',
  },
  'register.name': { en: 'The name must not be empty.', id: 'Nama tidak boleh kosong.' },
  'register.name_long': {
    en: 'The name has more than {max} characters.',
    id: 'Nama lebih dari {max} karakter.',
  },
  'register.name_letter': {
    en: 'A name cannot have “{letter}”: our documents could not show it.',
    id: 'Nama tidak dapat memuat “{letter}” karena tidak dapat ditampilkan di dokumen kami.',
  },
  'register.name_link': {
    en: 'A name must not hold an address of the web.',
    id: 'Nama tidak boleh memuat alamat web.',
  },
  'register.email_refused': {
    en: 'The mail server of this address refused our e-mail. Check the spelling, use another address, or try again in an hour.',
    id: 'Server email alamat ini menolak email kami. Periksa ejaannya, gunakan alamat lain, atau coba lagi dalam satu jam.',
  },
  'register.email': { en: 'The e-mail is not valid.', id: 'Email tidak valid.' },
  'register.password_short': {
    en: 'The password needs at least 8 characters.',
    id: 'Password min 8 karakter.',
  },
  'register.password_weak': {
    en: 'Password is weak. Password must minimum 8 char, 1 uppercase, and 1 number.',
    id: 'Password lemah. Password minimal 8 karakter, 1 huruf besar, dan 1 angka.',
  },
  'register.password_long': {
    en: 'The password has more than {max} characters.',
    id: 'Password lebih dari {max} karakter.',
  },
  'register.password_mismatch': {
    en: 'Password confirmation is not the same',
    id: 'Konfirmasi password tidak sama',
  },
  'mail.too_many': {
    en: 'Many mails were sent to this address already. Please look for them, or try again in an hour.',
    id: 'Sudah banyak email dikirim ke alamat ini. Silakan periksa, atau coba lagi dalam satu jam.',
  },
  'verify.done': {
    en: 'Your e-mail is confirmed. You can sign in now.',
    id: 'Email Anda telah dikonfirmasi. Anda dapat masuk sekarang.',
  },
  'verify.failed': {
    en: 'This link is not valid any more. Please have a new one sent.',
    id: 'Tautan ini sudah tidak berlaku. Silakan minta tautan baru.',
  },
  'verify.sent': {
    en: 'If an account with this e-mail waits for its confirmation, we have sent the link again.',
    id: 'Jika ada akun dengan email ini yang menunggu konfirmasi, tautannya telah kami kirim ulang.',
  },
  'reset.sent': {
    en: 'If there is an account with this e-mail, we have sent a link to choose a new password.',
    id: 'Jika ada akun dengan email ini, kami telah mengirim tautan untuk memilih kata sandi baru.',
  },
  'reset.failed': {
    en: 'This link is not valid any more. Please ask for a new one.',
    id: 'Tautan ini sudah tidak berlaku. Silakan minta yang baru.',
  },
  'reset.done': {
    en: 'Your password is changed. You can sign in with it now.',
    id: 'Kata sandi Anda telah diganti. Anda dapat masuk dengannya sekarang.',
  },
} as const

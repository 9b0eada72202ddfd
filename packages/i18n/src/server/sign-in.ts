/** Server texts about sign-in, second factors and sessions. */

export const signInSentences = {
  'login.unverified': {
    en: 'Please confirm your e-mail first. You can have the link sent again.',
    id: 'Konfirmasikan email Anda terlebih dahulu. Tautannya dapat dikirim ulang.',
  },
  'account.held': {
    en: 'This account is on hold while we review it. You did nothing wrong. Please write to us.',
    id: 'Akun ini kami tahan sementara untuk ditinjau. Anda tidak melakukan kesalahan. Silakan hubungi kami.',
  },
  'captcha.wrong': { en: 'Wrong captcha', id: 'Wrong captcha' },
  'two_factor.needed': {
    en: 'Enter the code of your authenticator.',
    id: 'Masukkan kode dari aplikasi autentikator Anda.',
  },
  'two_factor.expired': {
    en: 'This sign-in took too long. Please sign in again.',
    id: 'Proses masuk ini terlalu lama. Silakan masuk lagi.',
  },
  'two_factor.wrong': {
    en: 'The code is wrong or was used already. Please wait for the next one.',
    id: 'Kode salah atau sudah terpakai. Tunggu kode berikutnya.',
  },
  'two_factor.all_wrong': {
    en: 'The code was wrong {count} times. Please sign in again, with the newest code of your authenticator.',
    id: 'Kode salah {count} kali. Silakan masuk lagi dengan kode terbaru dari aplikasi autentikator Anda.',
  },
  'two_factor.too_many': {
    en: 'Too many codes were tried. Please try again in an hour.',
    id: 'Terlalu banyak kode dicoba. Coba lagi dalam satu jam.',
  },
  'two_factor.active': {
    en: 'Two-factor authentication is on already.',
    id: 'Autentikasi dua faktor sudah aktif.',
  },
  'two_factor.inactive': {
    en: 'Two-factor authentication is not on.',
    id: 'Autentikasi dua faktor belum aktif.',
  },
  'two_factor.sign_in_again': {
    en: 'For your safety sign out and in again, then switch two factors on within {minutes} minutes.',
    id: 'Demi keamanan, keluar lalu masuk lagi, kemudian aktifkan dua faktor dalam {minutes} menit.',
  },
  'two_factor.demo_person': {
    en: 'Demo people are shared: sign up with an account of your own for a second factor.',
    id: 'Orang demo dipakai bersama: daftarkan akun Anda sendiri untuk faktor kedua.',
  },
  'two_factor.on': {
    en: 'Two-factor authentication is on.',
    id: 'Autentikasi dua faktor sekarang aktif.',
  },
  'two_factor.off': {
    en: 'Two-factor authentication is off.',
    id: 'Autentikasi dua faktor sekarang nonaktif.',
  },
  'session.unknown': {
    en: 'There is no such session.',
    id: 'Sesi itu tidak ada.',
  },
  'profile.demo_person': {
    en: 'Demo people are shared: their names stay as they are.',
    id: 'Orang demo dipakai bersama: nama mereka tetap seperti adanya.',
  },
  'bank.demo_person': {
    en: 'Demo people are shared: their bank account stays as it is. Sign up to save your own.',
    id: 'Orang demo dipakai bersama: rekening mereka tetap seperti adanya. Daftar untuk menyimpan rekening Anda.',
  },
  'session.demo_person': {
    en: 'Demo people are shared: you may end your own session alone.',
    id: 'Orang demo dipakai bersama: Anda hanya dapat mengakhiri sesi Anda sendiri.',
  },
  'session.revoked': {
    en: 'The session has ended.',
    id: 'Sesi telah diakhiri.',
  },
} as const

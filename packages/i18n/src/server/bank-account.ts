/** Server texts about codes by e-mail and the saved bank account. */

export const bankAccountSentences = {
  'otp.sent': {
    en: 'Please find the OTP in your email inbox.',
    id: 'Silakan cek OTP di kotak masuk email Anda.',
  },
  'otp.wrong': {
    en: 'The code is wrong.',
    id: 'Kode salah.',
  },
  'otp.expired': {
    en: 'The code is too old or was used already. Please have a new one sent.',
    id: 'Kode sudah kedaluwarsa atau sudah terpakai. Silakan minta kode baru.',
  },
  'otp.too_many': {
    en: 'Too many wrong codes. Please have a new one sent.',
    id: 'Terlalu banyak kode salah. Silakan minta kode baru.',
  },
  'otp.too_soon': {
    en: 'A code was sent a moment ago. You can have another one in {seconds} seconds.',
    id: 'Kode baru saja dikirim. Anda dapat meminta lagi dalam {seconds} detik.',
  },
  'otp.other_payment': {
    en: 'This code was asked for another payment. Please have a new one sent.',
    id: 'Kode ini diminta untuk pembayaran lain. Silakan minta kode baru.',
  },
  'otp.unnamed': {
    en: 'This code named no payment. We have just mailed you the code of this payment: check what it says, and enter that one.',
    id: 'Kode ini tidak menyebut pembayaran. Kami baru saja mengirim kode untuk pembayaran ini lewat email: periksa isinya, lalu masukkan kode itu.',
  },
  'otp.factor_active': {
    en: 'Your second factor is on: use the code of your authenticator.',
    id: 'Faktor kedua Anda aktif: gunakan kode dari aplikasi autentikator Anda.',
  },
  'bank.saved': {
    en: 'Your bank account is saved.',
    id: 'Rekening bank Anda telah disimpan.',
  },
  'bank.locked': {
    en: 'Your bank account is locked. Write to us to change it.',
    id: 'Rekening bank Anda terkunci. Hubungi kami untuk mengubahnya.',
  },
  'bank.not_lockable': {
    en: 'No bank account is saved that could be locked, or it is locked already.',
    id: 'Tidak ada rekening bank yang dapat dikunci, atau sudah terkunci.',
  },
  'bank.not_locked': {
    en: 'This bank account is not locked.',
    id: 'Rekening bank ini tidak terkunci.',
  },
  'bank.unknown': {
    en: 'Please choose a bank of the list.',
    id: 'Silakan pilih bank dari daftar.',
  },
  'bank.number': {
    en: 'The account number is 5 to 20 digits.',
    id: 'Nomor rekening terdiri dari 5 sampai 20 angka.',
  },
  'bank.holder': {
    en: 'The account name has at least {min} characters.',
    id: 'Nama rekening berisi paling sedikit {min} karakter.',
  },
  'bank.holder_long': {
    en: 'The account name has more than {max} characters.',
    id: 'Nama rekening lebih dari {max} karakter.',
  },
  'bank.holder_letter': {
    en: 'The account name cannot have the character {letter}.',
    id: 'Nama rekening tidak dapat memuat karakter {letter}.',
  },
  'bank.holder_differs': {
    en: 'The account must be in your own name, as it was verified: {name}.',
    id: 'Rekening harus atas nama Anda sendiri, sesuai nama yang terverifikasi: {name}.',
  },
  'bank.sign_in_again': {
    en: 'For your safety sign out and in again, then change the bank account within {minutes} minutes.',
    id: 'Demi keamanan, keluar lalu masuk lagi, kemudian ubah rekening bank dalam {minutes} menit.',
  },
  'bank.list_unavailable': {
    en: 'The list of banks cannot be reached now. Please try again in a moment.',
    id: 'Daftar bank sedang tidak dapat diakses. Coba lagi sebentar.',
  },
} as const

/** Server texts about accounts: notifications, contact, profile, deletion, maintenance. */

export const noticeSentences = {
  'notice.sign_in_new_device': {
    en: 'Your account was signed in to from a new device: {device}, {address}. If it was not you, change your password now.',
    id: 'Akun Anda dimasuki dari perangkat baru: {device}, {address}. Jika bukan Anda, segera ganti kata sandi.',
  },
  'notice.password_changed': {
    en: 'Your password was changed. All sessions were signed out.',
    id: 'Kata sandi Anda telah diubah. Semua sesi dikeluarkan.',
  },
  'notice.two_factor_on': {
    en: 'Two-factor authentication was turned on.',
    id: 'Autentikasi dua faktor diaktifkan.',
  },
  'notice.two_factor_off': {
    en: 'Two-factor authentication was turned off.',
    id: 'Autentikasi dua faktor dimatikan.',
  },
  'notice.two_factor_guessed': {
    en: 'Many wrong codes were tried for your account. If it was not you, change your password.',
    id: 'Banyak kode salah dicoba pada akun Anda. Jika bukan Anda, ganti kata sandi Anda.',
  },
  'notice.mail_refused': {
    en: 'The mail server of your e-mail address refuses our e-mails. Check your mailbox, or contact us to change the address.',
    id: 'Server email Anda menolak email kami. Periksa kotak surat Anda, atau hubungi kami untuk mengganti alamat.',
  },
  'notice.bank_saved': {
    en: 'Your bank account is saved: {bank}, {number}.',
    id: 'Rekening bank Anda disimpan: {bank}, {number}.',
  },
  'notice.bank_changed': {
    en: 'Your bank account was changed to {bank}, {number}. Withdrawals wait for a while. If it was not you, change your password now.',
    id: 'Rekening bank Anda diubah menjadi {bank}, {number}. Penarikan ditahan sementara. Jika bukan Anda, segera ganti kata sandi.',
  },
  'notice.bank_locked': {
    en: 'Your bank account {bank}, {number} is locked now. Write to us to change it.',
    id: 'Rekening bank Anda {bank}, {number} sekarang terkunci. Hubungi kami untuk mengubahnya.',
  },
  'notice.bank_unlocked': {
    en: 'Your bank account {bank}, {number} is unlocked and can be changed. Withdrawals wait for a while.',
    id: 'Rekening bank Anda {bank}, {number} tidak terkunci lagi dan dapat diubah. Penarikan ditahan sementara.',
  },
  'notice.bonus_paid': {
    en: 'Your bonus of {amount} for {month} was paid into your balance.',
    id: 'Bonus Anda {amount} untuk {month} sudah masuk ke saldo Anda.',
  },
  'notice.order_filled_buy': {
    en: 'Your order to buy in {pair} at {price} is filled.',
    id: 'Order beli Anda di {pair} pada harga {price} telah terisi.',
  },
  'notice.order_filled_sell': {
    en: 'Your order to sell in {pair} at {price} is filled.',
    id: 'Order jual Anda di {pair} pada harga {price} telah terisi.',
  },
  'notice.order_canceled_buy': {
    en: 'Your order to buy in {pair} at {price} was canceled; {remaining} of it was not filled.',
    id: 'Order beli Anda di {pair} pada harga {price} dibatalkan; {remaining} belum terisi.',
  },
  'notice.order_canceled_sell': {
    en: 'Your order to sell in {pair} at {price} was canceled; {remaining} of it was not filled.',
    id: 'Order jual Anda di {pair} pada harga {price} dibatalkan; {remaining} belum terisi.',
  },
  'notices.cleared': {
    en: 'All notifications are marked as read.',
    id: 'Semua notifikasi ditandai sudah dibaca.',
  },
  'contact.done': {
    en: 'Thank you for contacting us',
    id: 'Terima kasih telah menghubungi kami',
  },
  'contact.name': { en: 'Fill in your name.', id: 'Isi nama Anda.' },
  'contact.name_long': {
    en: 'The name has more than {max} characters.',
    id: 'Nama lebih dari {max} karakter.',
  },
  'contact.name_letter': {
    en: 'The name cannot have the character {letter}.',
    id: 'Nama tidak dapat memuat karakter {letter}.',
  },
  'contact.email': { en: 'The e-mail is not valid.', id: 'Email tidak valid.' },
  'contact.subject': { en: 'Fill in a subject.', id: 'Isi subjek.' },
  'contact.subject_long': {
    en: 'The subject has more than {max} characters.',
    id: 'Subjek lebih dari {max} karakter.',
  },
  'contact.subject_letter': {
    en: 'The subject cannot have the character {letter}.',
    id: 'Subjek tidak dapat memuat karakter {letter}.',
  },
  'contact.message': { en: 'Write a message.', id: 'Tulis pesan Anda.' },
  'contact.message_long': {
    en: 'The message has more than {max} characters.',
    id: 'Pesan lebih dari {max} karakter.',
  },
  'contact.message_letter': {
    en: 'The message cannot have the character {letter}.',
    id: 'Pesan tidak dapat memuat karakter {letter}.',
  },
  'profile.done': { en: 'Your profile is updated.', id: 'Profil Anda telah diperbarui.' },
  'profile.nickname': { en: 'Fill in a nickname.', id: 'Isi nama panggilan.' },
  'profile.nickname_long': {
    en: 'The nickname has more than {max} characters.',
    id: 'Nama panggilan lebih dari {max} karakter.',
  },
  'profile.nickname_letter': {
    en: 'The nickname cannot have the character {letter}.',
    id: 'Nama panggilan tidak dapat memuat karakter {letter}.',
  },
  'upload.done': { en: 'Your file is kept.', id: 'Berkas Anda disimpan.' },
  'upload.type': {
    en: 'Only JPEG, PNG and BMP pictures and PDF files are taken.',
    id: 'Hanya gambar JPEG, PNG, BMP, dan berkas PDF yang diterima.',
  },
  'upload.picture': {
    en: 'This picture cannot be opened, or is smaller than 100 x 100 pixels.',
    id: 'Gambar ini tidak bisa dibuka, atau lebih kecil dari 100 x 100 piksel.',
  },
  'upload.pdf': {
    en: 'This PDF cannot be opened. Please hand in a picture of it.',
    id: 'PDF ini tidak bisa dibuka. Silakan kirim gambarnya.',
  },
  'upload.pdf_locked': {
    en: 'This PDF is protected by a password. Please hand in one without a password.',
    id: 'PDF ini dilindungi kata sandi. Silakan kirim PDF tanpa kata sandi.',
  },
  'upload.pdf_pages': {
    en: 'A PDF can have at most {max} pages.',
    id: 'PDF dapat berisi paling banyak {max} halaman.',
  },
  'upload.too_many': {
    en: 'There can be at most {max} files.',
    id: 'Paling banyak {max} berkas.',
  },
  'deletion.done': {
    en: 'Your account is deleted.',
    id: 'Akun Anda telah dihapus.',
  },
  'deletion.reason': {
    en: 'Please tell us the reason.',
    id: 'Mohon isi alasannya.',
  },
  'deletion.reason_long': {
    en: 'The reason has more than {max} characters.',
    id: 'Alasan lebih dari {max} karakter.',
  },
  'deletion.reason_letter': {
    en: 'The reason cannot have the character {letter}.',
    id: 'Alasan tidak dapat memuat karakter {letter}.',
  },
  'deletion.open_orders': {
    en: 'Your open orders: {count}. Cancel them first, then delete the account.',
    id: 'Order terbuka Anda: {count}. Batalkan dahulu, lalu hapus akun.',
  },
  'deletion.balance': {
    en: 'You still have {amount}. Sell or withdraw it first, then delete the account.',
    id: 'Anda masih punya {amount}. Jual atau tarik dahulu, lalu hapus akun.',
  },
  'deletion.in_process': {
    en: 'Money of yours is still in process ({amount}). Delete the account once that is done.',
    id: 'Dana Anda masih dalam proses ({amount}). Hapus akun setelah selesai.',
  },
  'deletion.under_way': {
    en: 'This account is being deleted already.',
    id: 'Akun ini sedang dihapus.',
  },
  'deletion.demo_person': {
    en: 'Demo people stay: sign up with an account of your own to delete it.',
    id: 'Orang demo tetap ada: daftarkan akun Anda sendiri untuk menghapusnya.',
  },
  'deletion.suspended': {
    en: 'This account is suspended. Please contact us about it.',
    id: 'Akun ini ditangguhkan. Silakan hubungi kami.',
  },
  'deletion.sign_in_again': {
    en: 'For your safety sign out and in again, then delete the account within {minutes} minutes.',
    id: 'Demi keamanan, keluar lalu masuk lagi, kemudian hapus akun dalam {minutes} menit.',
  },
} as const

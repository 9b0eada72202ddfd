/** Server texts about identity: refusals, reasons, notifications. */

export const kycSentences = {
  'kyc.step': {
    en: 'This step is not open now. Please reload the page.',
    id: 'Langkah ini sedang tidak terbuka. Muat ulang halaman.',
  },
  'kyc.other_kind': {
    en: 'These are the steps of the other nationality. Please reload the page.',
    id: 'Ini langkah untuk kewarganegaraan lain. Muat ulang halaman.',
  },
  'kyc.decided': {
    en: 'This case changed meanwhile. Please look at it again.',
    id: 'Kasus ini sudah berubah. Silakan lihat lagi.',
  },
  'kyc.steps_off': {
    en: 'Your identity is verified in another way here. Please use the instant verification.',
    id: 'Identitas diverifikasi dengan cara lain di sini. Gunakan verifikasi instan.',
  },
  'kyc.nationality': {
    en: 'Please choose Indonesia or not Indonesia.',
    id: 'Silakan pilih Indonesia atau bukan Indonesia.',
  },
  'kyc.name': {
    en: 'Your full name needs {min} to {max} characters, as on your identity document.',
    id: 'Nama lengkap berisi {min} sampai {max} karakter, sesuai dokumen identitas.',
  },
  'kyc.letter': {
    en: 'This field cannot have “{letter}”: our documents could not show it.',
    id: 'Isian ini tidak dapat memuat “{letter}” karena tidak dapat ditampilkan di dokumen kami.',
  },
  'kyc.long': {
    en: 'This field has more than {max} characters.',
    id: 'Isian ini lebih dari {max} karakter.',
  },
  'kyc.phone': {
    en: 'Please write your phone number with +62 or 0 in front, or with the code of its country.',
    id: 'Tulis nomor telepon dengan awalan +62 atau 0, atau dengan kode negaranya.',
  },
  'kyc.birth_place': {
    en: 'Please write your place of birth.',
    id: 'Silakan isi tempat lahir Anda.',
  },
  'kyc.birth_date': {
    en: 'Please write your date of birth as YYYY-MM-DD.',
    id: 'Silakan isi tanggal lahir dengan format YYYY-MM-DD.',
  },
  'kyc.too_young': {
    en: 'You must be {age} or older.',
    id: 'Usia Anda harus {age} tahun atau lebih.',
  },
  'kyc.gender': {
    en: 'The gender is M or F, or left open.',
    id: 'Jenis kelamin M atau F, atau dikosongkan.',
  },
  'kyc.address': {
    en: 'The address has at most {max} characters.',
    id: 'Alamat paling banyak {max} karakter.',
  },
  'kyc.profession': {
    en: 'Please write your profession.',
    id: 'Silakan isi pekerjaan Anda.',
  },
  'kyc.number': {
    en: 'The number of the identity document has 5 to 20 letters and digits.',
    id: 'Nomor dokumen identitas terdiri dari 5 sampai 20 huruf dan angka.',
  },
  'kyc.number_used': {
    en: 'This identity number is used by another account. Make sure it is yours and correct, or write to us.',
    id: 'Nomor identitas ini sudah dipakai akun lain. Pastikan nomor itu milik Anda dan benar, atau hubungi kami.',
  },
  'kyc.too_often': {
    en: 'You have handed in your identity too often within a few days. Try again tomorrow, or write to us.',
    id: 'Anda sudah terlalu sering mengirimkan identitas dalam beberapa hari ini. Coba lagi besok, atau hubungi kami.',
  },
  'kyc.npwp': {
    en: 'The NPWP has 15 or 16 digits.',
    id: 'NPWP terdiri dari 15 atau 16 angka.',
  },
  'kyc.city': { en: 'Please write your city.', id: 'Silakan isi kota Anda.' },
  'kyc.province': { en: 'Please choose your province.', id: 'Silakan pilih provinsi Anda.' },
  'kyc.country': {
    en: 'Please choose the country of your nationality.',
    id: 'Silakan pilih negara kewarganegaraan Anda.',
  },
  'kyc.file_missing': {
    en: 'Please add the picture of your identity document.',
    id: 'Silakan tambahkan foto dokumen identitas Anda.',
  },
  'kyc.picture_type': {
    en: 'Pictures are JPG, JPEG, PNG or BMP.',
    id: 'Gambar berupa JPG, JPEG, PNG, atau BMP.',
  },
  'kyc.picture_large': {
    en: 'A picture has at most {max} MB, and its sides are not too long.',
    id: 'Gambar paling besar {max} MB, dan sisinya tidak terlalu panjang.',
  },
  'kyc.picture_small': {
    en: 'A picture has at least {min} x {min} pixels.',
    id: 'Gambar paling kecil {min} x {min} piksel.',
  },
  'kyc.picture_broken': {
    en: 'The picture cannot be read. Please take another one.',
    id: 'Gambar tidak dapat dibaca. Silakan ambil yang lain.',
  },
  'kyc.video_missing': {
    en: 'Please record the video.',
    id: 'Silakan rekam videonya.',
  },
  'kyc.video_type': {
    en: 'The video is WebM or MP4, as your browser records it.',
    id: 'Video berupa WebM atau MP4, sesuai rekaman browser Anda.',
  },
  'kyc.video_broken': {
    en: 'The video cannot be read. Please record it again.',
    id: 'Video tidak dapat dibaca. Silakan rekam ulang.',
  },
  'kyc.video_length': {
    en: 'The video lasts {min} to {max} seconds. Please record it again.',
    id: 'Video berlangsung {min} sampai {max} detik. Silakan rekam ulang.',
  },
  'kyc.video_large': {
    en: 'The video has at most {max} MB.',
    id: 'Video paling besar {max} MB.',
  },
  'kyc.unavailable': {
    en: 'Your identity cannot be taken in now. Nothing was changed; please try again in a few minutes.',
    id: 'Identitas Anda belum dapat diterima sekarang. Tidak ada yang berubah; coba lagi dalam beberapa menit.',
  },
  'kyc.consented': {
    en: 'Thank you. Your data comes next.',
    id: 'Terima kasih. Lanjutkan ke data Anda.',
  },
  'kyc.saved': { en: 'Your data is kept.', id: 'Data Anda tersimpan.' },
  'kyc.submitted': {
    en: 'Your data was sent. Please wait for the verification.',
    id: 'Data Anda terkirim. Mohon tunggu proses verifikasi.',
  },
  'kyc.reason.number_used': {
    en: 'The identity number is used by another account.',
    id: 'Nomor identitas sudah dipakai akun lain.',
  },
  'kyc.reason.unreadable': {
    en: 'The document could not be read.',
    id: 'Dokumen tidak dapat dibaca.',
  },
  'kyc.reason.name_differs': {
    en: 'The name is not the one on the document.',
    id: 'Nama tidak sama dengan yang tertera di dokumen.',
  },
  'kyc.reason.number_differs': {
    en: 'The identity number is not the one on the document.',
    id: 'Nomor identitas tidak sama dengan yang tertera di dokumen.',
  },
  'kyc.reason.face_differs': {
    en: 'The face is not the one on the document, or cannot be seen well.',
    id: 'Wajah tidak sama dengan di dokumen, atau kurang jelas.',
  },
  'kyc.reason.no_face': {
    en: 'No face could be found.',
    id: 'Wajah tidak ditemukan.',
  },
  'kyc.reason.too_young': {
    en: 'You must be 17 or older.',
    id: 'Usia Anda harus 17 tahun atau lebih.',
  },
  'kyc.reason.expired': {
    en: 'The document is not valid any more.',
    id: 'Dokumen sudah tidak berlaku.',
  },
  'kyc.reason.suspicious': {
    en: 'The data do not agree with each other.',
    id: 'Data tidak cocok satu sama lain.',
  },
  'kyc.reason.other': {
    en: 'What you sent is not enough to verify you.',
    id: 'Yang Anda kirim belum cukup untuk verifikasi.',
  },
  'notice.kyc_approved': {
    en: 'Your identity is verified. One step is left: the agreement.',
    id: 'Identitas Anda telah diverifikasi. Tinggal satu langkah: perjanjian.',
  },
  'notice.kyc_review': {
    en: 'A person is looking at your identity data. You need not do anything.',
    id: 'Petugas sedang memeriksa data identitas Anda. Anda tidak perlu melakukan apa pun.',
  },
  'notice.kyc_rejected': {
    en: 'Your identity was not verified: {reason} Please correct it and send it again.',
    id: 'Identitas Anda belum terverifikasi: {reason} Mohon perbaiki dan kirim lagi.',
  },
} as const

const toSteps = { en: 'Correct it', id: 'Perbaiki' } as const
const ifNotYou = {
  en: 'If you sent us no identity data, choose a new password at once and write to us.',
  id: 'Jika Anda tidak mengirim data identitas, segera pilih kata sandi baru dan hubungi kami.',
} as const

/** E-mails about decisions; the greeting is their only personal data. */
export const kycMailTexts = {
  kyc_approved: {
    en: {
      subject: 'Your identity at {product} is verified',
      heading: 'Your identity is verified',
      body: 'We have verified who you are. One step is left before you can deposit and withdraw: the agreement.\n\nTime: {time}',
      button: 'To the agreement',
      note: ifNotYou.en,
    },
    id: {
      subject: 'Identitas Anda di {product} telah diverifikasi',
      heading: 'Identitas Anda telah diverifikasi',
      body: 'Kami telah memverifikasi identitas Anda. Tinggal satu langkah sebelum Anda dapat menyetor dan menarik dana: perjanjian.\n\nWaktu: {time}',
      button: 'Ke perjanjian',
      note: ifNotYou.id,
    },
  },
  kyc_review: {
    en: {
      subject: 'We are looking at your identity data at {product}',
      heading: 'A person is looking at it',
      body: 'The machine was not sure, so that a person looks at what you sent. You need not do anything; we write as soon as it is decided.\n\nTime: {time}',
      button: 'See where it stands',
      note: ifNotYou.en,
    },
    id: {
      subject: 'Kami sedang memeriksa data identitas Anda di {product}',
      heading: 'Petugas sedang memeriksanya',
      body: 'Mesin belum yakin, sehingga petugas memeriksa yang Anda kirim. Anda tidak perlu melakukan apa pun; kami menulis begitu diputuskan.\n\nWaktu: {time}',
      button: 'Lihat statusnya',
      note: ifNotYou.id,
    },
  },
  kyc_rejected: {
    en: {
      subject: 'Your identity at {product} was not verified',
      heading: 'Please send it again',
      body: 'We could not verify who you are.\n\nReason: {reason}\n\nMake sure that the identity number is yours, used in no other account, and legible. What is right already is kept; only what is asked for has to be sent again.\n\nTime: {time}',
      button: toSteps.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Identitas Anda di {product} belum terverifikasi',
      heading: 'Mohon kirim lagi',
      body: 'Kami belum dapat memverifikasi identitas Anda.\n\nAlasan: {reason}\n\nPastikan nomor identitas milik Anda, tidak dipakai di akun lain, dan terbaca jelas. Yang sudah benar tetap tersimpan; hanya yang diminta yang perlu dikirim lagi.\n\nWaktu: {time}',
      button: toSteps.id,
      note: ifNotYou.id,
    },
  },
} as const

/**
 * Texts of e-mails, by template and language. Placeholders in braces are filled with the e-mail's parameters;
 * a blank line begins a new paragraph. `button` is the text of the e-mail's one link.
 */
import type { Language } from '../../language.ts'
import { chainDepositMailTexts } from './chain-deposit.ts'
import { chainWithdrawalMailTexts } from './chain-withdrawal.ts'
import { kycMailTexts } from '../kyc.ts'
import { peopleMailTexts } from '../console/people.ts'
import { rupiahMailTexts } from './rupiah.ts'

export type MailText = {
  readonly subject: string
  readonly heading: string
  readonly body: string
  readonly button?: string
  /** Small print under the button. */
  readonly note?: string
}

export type MailTexts = Readonly<Record<Language, MailText>>

/** Header and footer of every e-mail. */
export const mailFrame = {
  en: {
    greeting: 'Hello {name},',
    linkHint: 'If the button does not open, copy this address into your browser:',
    caution:
      '{product} never asks for your password or a code by mail, phone or chat. Our pages are only ' +
      'at {origin}.',
    why: 'You get this mail because of your account, or somebody who wrote your address, at {product}.',
  },
  id: {
    greeting: 'Halo {name},',
    linkHint: 'Jika tombol tidak terbuka, salin alamat ini ke browser Anda:',
    caution:
      '{product} tidak pernah meminta kata sandi atau kode melalui email, telepon, atau obrolan. ' +
      'Halaman kami hanya ada di {origin}.',
    why: 'Anda menerima email ini karena akun Anda, atau seseorang yang menulis alamat Anda, di {product}.',
  },
} as const satisfies Record<Language, Readonly<Record<string, string>>>

const confirmation = {
  en: {
    subject: 'Confirm your e-mail for {product}',
    heading: 'Confirm your e-mail',
    body:
      'Thank you for signing up. One step is left: confirm that this address is yours.\n\n' +
      'The link works once, within {hours} hours.',
    button: 'Confirm e-mail',
    note: 'If you did not sign up, do not open the link. Without it the account stays closed.',
  },
  id: {
    subject: 'Konfirmasi email Anda untuk {product}',
    heading: 'Konfirmasi email Anda',
    body:
      'Terima kasih telah mendaftar. Tinggal satu langkah: konfirmasikan bahwa alamat ini milik Anda.\n\n' +
      'Tautan berlaku selama {hours} jam dan hanya sekali.',
    button: 'Konfirmasi email',
    note: 'Jika Anda tidak mendaftar, jangan buka tautannya. Tanpa itu akun tetap tertutup.',
  },
} as const

const entryTexts = {
  verify_email: confirmation,
  /** Requested again by a registered user. */
  verify_email_again: confirmation,
  already_registered: {
    en: {
      subject: 'You already have an account at {product}',
      heading: 'You already have an account',
      body:
        'Somebody signed up with this address, which has an account already. Nothing was changed.\n\n' +
        'If it was you, sign in as before, or choose a new password if you have forgotten it.',
      button: 'Choose a new password',
      note: 'If it was not you, you need not do anything.',
    },
    id: {
      subject: 'Anda sudah punya akun di {product}',
      heading: 'Anda sudah punya akun',
      body:
        'Seseorang mendaftar dengan alamat ini, yang sudah punya akun. Tidak ada yang berubah.\n\n' +
        'Jika itu Anda, masuklah seperti biasa, atau pilih kata sandi baru jika Anda lupa.',
      button: 'Pilih kata sandi baru',
      note: 'Jika bukan Anda, tidak ada yang perlu dilakukan.',
    },
  },
  choose_password: {
    en: {
      subject: 'Choose your password for {product}',
      heading: 'Choose your password',
      body:
        'Somebody, probably you, signed up more than once with this address. For your safety none of ' +
        'those passwords counts: choose yours here, and your e-mail is confirmed too.\n\n' +
        'The link works once, within {minutes} minutes. You can have it sent again.',
      button: 'Choose a password',
      note: 'If you did not sign up, do not open the link. Without it the account stays closed.',
    },
    id: {
      subject: 'Pilih kata sandi Anda untuk {product}',
      heading: 'Pilih kata sandi Anda',
      body:
        'Seseorang, mungkin Anda, mendaftar lebih dari sekali dengan alamat ini. Demi keamanan, tidak ada ' +
        'dari kata sandi itu yang berlaku: pilih kata sandi Anda di sini, dan email Anda sekaligus ' +
        'terkonfirmasi.\n\n' +
        'Tautan berlaku selama {minutes} menit dan hanya sekali. Tautan dapat dikirim ulang.',
      button: 'Pilih kata sandi',
      note: 'Jika Anda tidak mendaftar, jangan buka tautannya. Tanpa itu akun tetap tertutup.',
    },
  },
  reset_password: {
    en: {
      subject: 'Choose a new password for {product}',
      heading: 'Choose a new password',
      body:
        'Somebody, probably you, asked for a new password of your account.\n\n' +
        'The link works once, within {minutes} minutes. All sessions end when the password changes.',
      button: 'Choose a new password',
      note: 'If it was not you, do nothing: your password stays as it is.',
    },
    id: {
      subject: 'Pilih kata sandi baru untuk {product}',
      heading: 'Pilih kata sandi baru',
      body:
        'Seseorang, mungkin Anda, meminta kata sandi baru untuk akun Anda.\n\n' +
        'Tautan berlaku selama {minutes} menit dan hanya sekali. Semua sesi berakhir saat kata sandi berubah.',
      button: 'Pilih kata sandi baru',
      note: 'Jika bukan Anda, abaikan saja: kata sandi Anda tetap sama.',
    },
  },
  one_time_code: {
    en: {
      subject: '{code} is your code for {product}',
      heading: 'Your code',
      body: 'Enter this code to go on. It names no withdrawal, so it confirms none: after it you get another e-mail with the code of your withdrawal, which says how much goes to whom. It works once, within {minutes} minutes.',
      note: 'Give it to nobody. If you asked for no code, change your password.',
    },
    id: {
      subject: '{code} adalah kode Anda untuk {product}',
      heading: 'Kode Anda',
      body: 'Masukkan kode ini untuk melanjutkan. Kode ini tidak menyebut penarikan apa pun, jadi tidak mengonfirmasinya: sesudahnya Anda menerima email lain dengan kode penarikan Anda, yang menyebut jumlah dan penerimanya. Berlaku sekali, dalam {minutes} menit.',
      note: 'Jangan berikan kepada siapa pun. Jika Anda tidak meminta kode, ganti kata sandi Anda.',
    },
  },
  payment_code: {
    en: {
      subject: '{code} is your code for {product}',
      heading: 'Your code for a withdrawal',
      body: 'Enter this code to withdraw what stands here, and nothing else. It works once, within {minutes} minutes.\n\nAmount: {amount}\nTo: {receiver}',
      note: 'Give it to nobody. If this is not what you asked for, do not use the code, and change your password at once.',
    },
    id: {
      subject: '{code} adalah kode Anda untuk {product}',
      heading: 'Kode Anda untuk penarikan',
      body: 'Masukkan kode ini untuk menarik yang tertulis di sini, dan tidak untuk yang lain. Kode berlaku {minutes} menit dan hanya sekali.\n\nJumlah: {amount}\nKepada: {receiver}',
      note: 'Jangan berikan kepada siapa pun. Jika ini bukan yang Anda minta, jangan gunakan kodenya, dan segera ganti kata sandi Anda.',
    },
  },
} as const satisfies Record<string, MailTexts>

const ifNotYou = {
  en: 'If it was not you, choose a new password at once: that ends all sessions.',
  id: 'Jika bukan Anda, segera pilih kata sandi baru: itu mengakhiri semua sesi.',
} as const
const newPassword = { en: 'Choose a new password', id: 'Pilih kata sandi baru' } as const

const bankTexts = {
  bank_saved: {
    en: {
      subject: 'A bank account is saved at {product}',
      heading: 'Your bank account is saved',
      body: 'Withdrawals of rupiah go to this account from now on.\n\nBank: {bank}\nAccount: {number}\nTime: {time}',
      button: newPassword.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Rekening bank disimpan di {product}',
      heading: 'Rekening bank Anda disimpan',
      body: 'Penarikan rupiah mulai sekarang dikirim ke rekening ini.\n\nBank: {bank}\nRekening: {number}\nWaktu: {time}',
      button: newPassword.id,
      note: ifNotYou.id,
    },
  },
  bank_changed: {
    en: {
      subject: 'Your bank account at {product} was changed',
      heading: 'Your bank account was changed',
      body: 'Withdrawals of rupiah go to another account from now on. For your safety they wait for a while after this change.\n\nBank: {bank}\nAccount: {number}\nTime: {time}',
      button: newPassword.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Rekening bank Anda di {product} telah diubah',
      heading: 'Rekening bank Anda telah diubah',
      body: 'Penarikan rupiah mulai sekarang dikirim ke rekening lain. Demi keamanan, penarikan ditahan sementara setelah perubahan ini.\n\nBank: {bank}\nRekening: {number}\nWaktu: {time}',
      button: newPassword.id,
      note: ifNotYou.id,
    },
  },
  bank_unlocked: {
    en: {
      subject: 'Your bank account at {product} can be changed again',
      heading: 'Your bank account is unlocked',
      body: 'Our staff has unlocked your bank account: it can be changed again. For your safety withdrawals wait for a while.\n\nBank: {bank}\nAccount: {number}\nTime: {time}',
      button: newPassword.en,
      note: 'If you did not ask us for it, choose a new password at once and write to us.',
    },
    id: {
      subject: 'Rekening bank Anda di {product} dapat diubah lagi',
      heading: 'Rekening bank Anda tidak terkunci lagi',
      body: 'Petugas kami telah membuka kunci rekening bank Anda: rekening dapat diubah lagi. Demi keamanan, penarikan ditahan sementara.\n\nBank: {bank}\nRekening: {number}\nWaktu: {time}',
      button: newPassword.id,
      note: 'Jika Anda tidak memintanya, segera pilih kata sandi baru dan hubungi kami.',
    },
  },
} as const satisfies Record<string, MailTexts>

const securityTexts = {
  sign_in_new_device: {
    en: {
      subject: 'New sign-in to your {product} account',
      heading: 'A new device signed in',
      body: 'Your account was signed in to from a device that we have not seen before.\n\nDevice: {device}\nAddress: {address}\nTime: {time}',
      button: newPassword.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Masuk baru ke akun {product} Anda',
      heading: 'Perangkat baru masuk',
      body: 'Akun Anda dimasuki dari perangkat yang belum pernah kami lihat.\n\nPerangkat: {device}\nAlamat: {address}\nWaktu: {time}',
      button: newPassword.id,
      note: ifNotYou.id,
    },
  },
  password_changed: {
    en: {
      subject: 'Your {product} password was changed',
      heading: 'Your password was changed',
      body: 'The password of your account was changed, and all sessions were ended.\n\nTime: {time}',
      button: newPassword.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Kata sandi {product} Anda telah diganti',
      heading: 'Kata sandi Anda telah diganti',
      body: 'Kata sandi akun Anda telah diganti, dan semua sesi diakhiri.\n\nWaktu: {time}',
      button: newPassword.id,
      note: ifNotYou.id,
    },
  },
  two_factor_on: {
    en: {
      subject: 'Two-factor authentication is on at {product}',
      heading: 'Two-factor authentication is on',
      body: 'From now on signing in needs a code of your authenticator. All other sessions were ended.\n\nTime: {time}',
      button: newPassword.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Autentikasi dua faktor aktif di {product}',
      heading: 'Autentikasi dua faktor aktif',
      body: 'Mulai sekarang masuk memerlukan kode dari aplikasi autentikator Anda. Semua sesi lain diakhiri.\n\nWaktu: {time}',
      button: newPassword.id,
      note: ifNotYou.id,
    },
  },
  two_factor_off: {
    en: {
      subject: 'Two-factor authentication is off at {product}',
      heading: 'Two-factor authentication is off',
      body: 'Signing in needs no code any more. We advise to switch it on again.\n\nTime: {time}',
      button: newPassword.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Autentikasi dua faktor nonaktif di {product}',
      heading: 'Autentikasi dua faktor nonaktif',
      body: 'Masuk tidak lagi memerlukan kode. Kami sarankan untuk mengaktifkannya kembali.\n\nWaktu: {time}',
      button: newPassword.id,
      note: ifNotYou.id,
    },
  },
  two_factor_guessed: {
    en: {
      subject: 'Wrong codes were tried at your {product} account',
      heading: 'Somebody tried wrong codes',
      body: 'Many wrong codes were tried for your account, and further tries are refused for an hour. Whoever tried them knows your password.\n\nTime: {time}',
      button: newPassword.en,
      note: 'If it was you, you need not do anything.',
    },
    id: {
      subject: 'Kode salah dicoba pada akun {product} Anda',
      heading: 'Seseorang mencoba kode yang salah',
      body: 'Banyak kode salah dicoba pada akun Anda, dan percobaan berikutnya ditolak selama satu jam. Siapa pun yang mencobanya tahu kata sandi Anda.\n\nWaktu: {time}',
      button: newPassword.id,
      note: 'Jika itu Anda, tidak ada yang perlu dilakukan.',
    },
  },
  account_deleted: {
    en: {
      subject: 'Your {product} account is deleted',
      heading: 'Your account is deleted',
      body: 'Your account is deleted as you wished. Records of trades are kept as long as the law demands, without your name.\n\nThank you for having been with us.',
    },
    id: {
      subject: 'Akun {product} Anda telah dihapus',
      heading: 'Akun Anda telah dihapus',
      body: 'Akun Anda dihapus sesuai keinginan Anda. Catatan transaksi disimpan selama diwajibkan hukum, tanpa nama Anda.\n\nTerima kasih telah bersama kami.',
    },
  },
} as const satisfies Record<string, MailTexts>

/** Every e-mail; a template that lacks a language does not compile. */
export const mailTexts = {
  ...entryTexts,
  ...securityTexts,
  ...bankTexts,
  ...rupiahMailTexts,
  ...chainDepositMailTexts,
  ...chainWithdrawalMailTexts,
  ...kycMailTexts,
  bonus_paid: {
    en: {
      subject: 'Your bonus of {amount} was paid',
      heading: 'Your bonus was paid',
      body: 'You filled the orders of {month}. The bonus stands in your balance.\n\nAmount: {amount}\nTime: {time}',
      button: 'To your wallets',
    },
    id: {
      subject: 'Bonus Anda {amount} telah dibayar',
      heading: 'Bonus Anda telah dibayar',
      body: 'Order Anda untuk {month} sudah terpenuhi. Bonusnya masuk ke saldo Anda.\n\nJumlah: {amount}\nWaktu: {time}',
      button: 'Ke dompet Anda',
    },
  },
  ...peopleMailTexts,
  contact_message: {
    en: {
      subject: '[Contact] {subject}',
      heading: 'A message from the contact page',
      body: 'From: {name} <{email}>\nSubject: {subject}\n\n{message}',
    },
    id: {
      subject: '[Kontak] {subject}',
      heading: 'Pesan dari halaman kontak',
      body: 'Dari: {name} <{email}>\nSubjek: {subject}\n\n{message}',
    },
  },
} as const satisfies Record<string, MailTexts>

export type MailTemplate = keyof typeof mailTexts

/** Texts of e-mails about deposits and withdrawals of rupiah. */

const toDeposits = { en: 'To your deposits', id: 'Ke setoran Anda' } as const
const toWithdrawals = { en: 'To your withdrawals', id: 'Ke penarikan Anda' } as const
const cancel = { en: 'Cancel this withdrawal', id: 'Batalkan penarikan ini' } as const
const ifNotYou = {
  en: 'If it was not you, cancel it with the button, which works until the money is sent, and choose a new password.',
  id: 'Jika bukan Anda, batalkan dengan tombol itu, yang berlaku sampai dana dikirim, lalu pilih kata sandi baru.',
} as const
const parts = {
  en: 'Amount: {amount}\nFees: {fees}\nArrives: {net}\nBank: {bank}, {number}\nTime: {time}',
  id: 'Jumlah: {amount}\nBiaya: {fees}\nDiterima: {net}\nBank: {bank}, {number}\nWaktu: {time}',
} as const

/** The recipient of a rupiah withdrawal, in the e-mail with its code. */
export const savedAccountWords = {
  en: 'your saved bank account',
  id: 'rekening bank Anda yang tersimpan',
} as const

/** Why a withdrawal is on security hold, and what follows; sentences of the e-mail about it. */
export const withdrawalHoldWords = {
  why: {
    password_changed: {
      en: 'Your password was changed not long ago.',
      id: 'Kata sandi Anda baru saja diubah.',
    },
    factor_changed: {
      en: 'Your second factor was switched on or off not long ago.',
      id: 'Faktor kedua Anda baru saja dinyalakan atau dimatikan.',
    },
    bank_changed: {
      en: 'Your bank account was changed not long ago.',
      id: 'Rekening bank Anda baru saja diubah.',
    },
    bank_unlocked: {
      en: 'Our staff unlocked your bank account not long ago.',
      id: 'Petugas kami baru saja membuka kunci rekening bank Anda.',
    },
    new_device: {
      en: 'It was asked for from a device that signed in to your account for the first time not long ago.',
      id: 'Penarikan ini diminta dari perangkat yang belum lama ini pertama kali masuk ke akun Anda.',
    },
    new_bank: {
      en: 'No withdrawal of yours has arrived at this bank account before.',
      id: 'Belum pernah ada penarikan Anda yang sampai ke rekening bank ini.',
    },
    new_address: {
      en: 'No withdrawal of yours has arrived at this address before.',
      id: 'Belum pernah ada penarikan Anda yang sampai ke alamat ini.',
    },
    changed: {
      en: 'The security of your account was changed not long ago.',
      id: 'Keamanan akun Anda baru saja diubah.',
    },
  },
  onward: {
    sent: { en: 'It is then sent by itself.', id: 'Setelah itu dikirim dengan sendirinya.' },
    review: {
      en: 'It needs the approval of our staff too, which usually takes no longer than one working day; once it has both, it is sent.',
      id: 'Persetujuan petugas kami juga diperlukan, biasanya dalam satu hari kerja; setelah keduanya terpenuhi, penarikan dikirim.',
    },
  },
} as const

export const rupiahMailTexts = {
  deposit_credited: {
    en: {
      subject: 'Your deposit of {amount} has arrived',
      heading: 'Your deposit has arrived',
      body: 'Your deposit was paid and stands in your balance.\n\nAmount: {amount}\nTime: {time}',
      button: toDeposits.en,
    },
    id: {
      subject: 'Setoran Anda {amount} telah masuk',
      heading: 'Setoran Anda telah masuk',
      body: 'Setoran Anda telah dibayar dan masuk ke saldo Anda.\n\nJumlah: {amount}\nWaktu: {time}',
      button: toDeposits.id,
    },
  },
  deposit_quarantined: {
    en: {
      subject: 'We are looking at your deposit of {amount}',
      heading: 'We are looking at your deposit',
      body: 'A person has to look at the payment before it stands in your balance, because it differs from what was asked for or could not be credited by itself. You need not do anything; a proof of payment, uploaded beside the deposit, helps us.\n\nAmount asked for: {amount}\nTime: {time}',
      button: toDeposits.en,
    },
    id: {
      subject: 'Kami sedang memeriksa setoran Anda {amount}',
      heading: 'Kami sedang memeriksa setoran Anda',
      body: 'Petugas perlu memeriksa pembayarannya sebelum masuk ke saldo Anda, karena berbeda dari yang diminta atau tidak dapat dikreditkan dengan sendirinya. Anda tidak perlu melakukan apa pun; bukti pembayaran yang diunggah di samping setoran membantu kami.\n\nJumlah yang diminta: {amount}\nWaktu: {time}',
      button: toDeposits.id,
    },
  },
  deposit_reversed: {
    en: {
      subject: 'Your deposit of {amount} was taken back',
      heading: 'Your deposit was taken back',
      body: 'The bank took the payment of your deposit back, so that we took the amount from your balance. Write to us if you do not know why.\n\nAmount: {amount}\nTime: {time}',
      button: toDeposits.en,
    },
    id: {
      subject: 'Setoran Anda {amount} ditarik kembali',
      heading: 'Setoran Anda ditarik kembali',
      body: 'Bank menarik kembali pembayaran setoran Anda, sehingga jumlahnya kami ambil dari saldo Anda. Hubungi kami jika Anda tidak tahu sebabnya.\n\nJumlah: {amount}\nWaktu: {time}',
      button: toDeposits.id,
    },
  },
  deposit_rejected: {
    en: {
      subject: 'Your deposit of {amount} was not credited',
      heading: 'Your deposit was not credited',
      body: 'Our staff looked at the payment of your deposit and could not credit it. What was paid stays with the bank until it is returned to whoever paid it. Write to us if you do not know why.\n\nAmount asked for: {amount}\nTime: {time}',
      button: toDeposits.en,
    },
    id: {
      subject: 'Setoran Anda {amount} tidak dikreditkan',
      heading: 'Setoran Anda tidak dikreditkan',
      body: 'Petugas kami memeriksa pembayaran setoran Anda dan tidak dapat mengkreditkannya. Yang sudah dibayar tetap di bank sampai dikembalikan kepada pembayarnya. Hubungi kami jika Anda tidak tahu sebabnya.\n\nJumlah yang diminta: {amount}\nWaktu: {time}',
      button: toDeposits.id,
    },
  },
  deposit_unpaid: {
    en: {
      subject: 'The bank confirms no payment of your deposit of {amount}',
      heading: 'Your deposit is not paid yet',
      body: 'Our staff looked at your proof of payment. The bank confirms no payment of this deposit: it is credited by itself once the bank does. Pay it until its invoice ends, or hand in another proof.\n\nReason: {reason}\n\nAmount: {amount}\nTime: {time}',
      button: toDeposits.en,
    },
    id: {
      subject: 'Bank belum memastikan pembayaran setoran Anda {amount}',
      heading: 'Setoran Anda belum dibayar',
      body: 'Petugas kami memeriksa bukti pembayaran Anda. Bank belum memastikan pembayaran setoran ini: setoran dikreditkan dengan sendirinya begitu bank memastikannya. Bayar sebelum tagihannya berakhir, atau serahkan bukti lain.\n\nAlasan: {reason}\n\nJumlah: {amount}\nWaktu: {time}',
      button: toDeposits.id,
    },
  },
  withdrawal_requested: {
    en: {
      subject: 'Your withdrawal of {amount}',
      heading: 'Your withdrawal is on its way',
      body: `You asked for a withdrawal to your bank account.\n\n${parts.en}`,
      button: cancel.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Penarikan Anda {amount}',
      heading: 'Penarikan Anda sedang diproses',
      body: `Anda meminta penarikan ke rekening bank Anda.\n\n${parts.id}`,
      button: cancel.id,
      note: ifNotYou.id,
    },
  },
  withdrawal_held: {
    en: {
      subject: 'Your withdrawal of {amount} waits until {until}',
      heading: 'Your withdrawal waits',
      body: `{why} For your safety this withdrawal waits until {until}. {onward}\n\n${parts.en}`,
      button: cancel.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} menunggu sampai {until}',
      heading: 'Penarikan Anda menunggu',
      body: `{why} Demi keamanan, penarikan ini menunggu sampai {until}. {onward}\n\n${parts.id}`,
      button: cancel.id,
      note: ifNotYou.id,
    },
  },
  withdrawal_review: {
    en: {
      subject: 'We are looking at your withdrawal of {amount}',
      heading: 'Our staff looks at your withdrawal',
      body: `Withdrawals of this kind are looked at by our staff before they are sent, usually within one working day. You need not do anything.\n\n${parts.en}`,
      button: cancel.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Kami sedang memeriksa penarikan Anda {amount}',
      heading: 'Petugas kami memeriksa penarikan Anda',
      body: `Penarikan seperti ini diperiksa petugas kami sebelum dikirim, biasanya dalam satu hari kerja. Anda tidak perlu melakukan apa pun.\n\n${parts.id}`,
      button: cancel.id,
      note: ifNotYou.id,
    },
  },
  withdrawal_completed: {
    en: {
      subject: 'Your withdrawal has arrived: {net}',
      heading: 'Your withdrawal has arrived',
      body: `The bank says that the money is in your account.\n\n${parts.en}`,
      button: toWithdrawals.en,
    },
    id: {
      subject: 'Penarikan Anda telah sampai: {net}',
      heading: 'Penarikan Anda telah sampai',
      body: `Bank menyatakan dana sudah masuk ke rekening Anda.\n\n${parts.id}`,
      button: toWithdrawals.id,
    },
  },
  withdrawal_failed: {
    en: {
      subject: 'Your withdrawal of {amount} failed',
      heading: 'Your withdrawal failed',
      body: `The bank did not take the payment. All of the money is in your balance again. Please check your bank account and try again.\n\n${parts.en}`,
      button: toWithdrawals.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} gagal',
      heading: 'Penarikan Anda gagal',
      body: `Bank tidak menerima pembayarannya. Seluruh dana kembali ke saldo Anda. Periksa rekening bank Anda lalu coba lagi.\n\n${parts.id}`,
      button: toWithdrawals.id,
    },
  },
  withdrawal_canceled: {
    en: {
      subject: 'Your withdrawal of {amount} is canceled',
      heading: 'Your withdrawal is canceled',
      body: `Nothing was sent. All of the money is in your balance again.\n\n${parts.en}`,
      button: toWithdrawals.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} dibatalkan',
      heading: 'Penarikan Anda dibatalkan',
      body: `Tidak ada yang dikirim. Seluruh dana kembali ke saldo Anda.\n\n${parts.id}`,
      button: toWithdrawals.id,
    },
  },
  withdrawal_rejected: {
    en: {
      subject: 'Your withdrawal of {amount} was not approved',
      heading: 'Your withdrawal was not approved',
      body: `Our staff looked at it and did not approve it. Nothing was sent. All of the money is in your balance again.\n\nReason: {reason}\n\n${parts.en}`,
      button: toWithdrawals.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} tidak disetujui',
      heading: 'Penarikan Anda tidak disetujui',
      body: `Petugas kami memeriksanya dan tidak menyetujuinya. Tidak ada yang dikirim. Seluruh dana kembali ke saldo Anda.\n\nAlasan: {reason}\n\n${parts.id}`,
      button: toWithdrawals.id,
    },
  },
  withdrawal_reversed: {
    en: {
      subject: 'Your bank sent {net} back',
      heading: 'Your withdrawal came back',
      body: `Your bank sent the money back after it had arrived. All of it, fees included, is in your balance again. Please check your bank account.\n\n${parts.en}`,
      button: toWithdrawals.en,
    },
    id: {
      subject: 'Bank Anda mengembalikan {net}',
      heading: 'Penarikan Anda kembali',
      body: `Bank Anda mengembalikan dana setelah sampai. Seluruhnya, termasuk biaya, kembali ke saldo Anda. Periksa rekening bank Anda.\n\n${parts.id}`,
      button: toWithdrawals.id,
    },
  },
} as const

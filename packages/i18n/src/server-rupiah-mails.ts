/** Texts of mails about rupiah in and out. */

const toDeposits = { en: 'To your deposits', id: 'Ke deposit Anda' } as const
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

export const rupiahMailTexts = {
  deposit_credited: {
    en: {
      subject: 'Your deposit of {amount} has arrived',
      heading: 'Your deposit has arrived',
      body: 'Your deposit was paid and stands in your balance.\n\nAmount: {amount}\nTime: {time}',
      button: toDeposits.en,
    },
    id: {
      subject: 'Deposit Anda {amount} telah masuk',
      heading: 'Deposit Anda telah masuk',
      body: 'Deposit Anda telah dibayar dan masuk ke saldo Anda.\n\nJumlah: {amount}\nWaktu: {time}',
      button: toDeposits.id,
    },
  },
  deposit_quarantined: {
    en: {
      subject: 'We are looking at your deposit of {amount}',
      heading: 'We are looking at your deposit',
      body: 'What was paid is not what was asked for, so that a person has to look at it before it stands in your balance. You need not do anything; a proof of payment, uploaded beside the deposit, helps us.\n\nAmount asked for: {amount}\nTime: {time}',
      button: toDeposits.en,
    },
    id: {
      subject: 'Kami sedang memeriksa deposit Anda {amount}',
      heading: 'Kami sedang memeriksa deposit Anda',
      body: 'Pembayarannya tidak sesuai dengan yang diminta, sehingga petugas perlu memeriksanya sebelum masuk ke saldo Anda. Anda tidak perlu melakukan apa pun; bukti pembayaran yang diunggah di samping deposit membantu kami.\n\nJumlah yang diminta: {amount}\nWaktu: {time}',
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
      subject: 'Deposit Anda {amount} ditarik kembali',
      heading: 'Deposit Anda ditarik kembali',
      body: 'Bank menarik kembali pembayaran deposit Anda, sehingga jumlahnya kami ambil dari saldo Anda. Hubungi kami jika Anda tidak tahu sebabnya.\n\nJumlah: {amount}\nWaktu: {time}',
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
      body: `Your password, second factor or bank account was changed within a day. For your safety this withdrawal waits until {until}, and is then sent by itself.\n\n${parts.en}`,
      button: cancel.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} menunggu sampai {until}',
      heading: 'Penarikan Anda menunggu',
      body: `Kata sandi, faktor kedua, atau rekening bank Anda diubah dalam sehari terakhir. Demi keamanan, penarikan ini menunggu sampai {until}, lalu dikirim dengan sendirinya.\n\n${parts.id}`,
      button: cancel.id,
      note: ifNotYou.id,
    },
  },
  withdrawal_review: {
    en: {
      subject: 'We are looking at your withdrawal of {amount}',
      heading: 'Our staff looks at your withdrawal',
      body: `Withdrawals of this kind are looked at by our staff before they are sent, usually within a few hours. You need not do anything.\n\n${parts.en}`,
      button: cancel.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Kami sedang memeriksa penarikan Anda {amount}',
      heading: 'Petugas kami memeriksa penarikan Anda',
      body: `Penarikan seperti ini diperiksa petugas kami sebelum dikirim, biasanya dalam beberapa jam. Anda tidak perlu melakukan apa pun.\n\n${parts.id}`,
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

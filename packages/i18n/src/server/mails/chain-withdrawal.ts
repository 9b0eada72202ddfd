/** Texts of e-mails about withdrawals of coins. */

const toList = { en: 'To your withdrawals', id: 'Ke penarikan Anda' } as const
const cancel = { en: 'Cancel this withdrawal', id: 'Batalkan penarikan ini' } as const
const ifNotYou = {
  en: 'If it was not you, cancel it with the button, which works until it is sent, and choose a new password.',
  id: 'Jika bukan Anda, batalkan dengan tombol itu, yang berlaku sampai dikirim, lalu pilih kata sandi baru.',
} as const
const parts = {
  en: 'Amount: {amount}\nFee: {fee}\nArrives: {net}\nChain: {chain}\nAddress: {address}\nTime: {time}',
  id: 'Jumlah: {amount}\nBiaya: {fee}\nDiterima: {net}\nJaringan: {chain}\nAlamat: {address}\nWaktu: {time}',
} as const
/** For payments that did not arrive: their amount is not shown as received. */
const sent = {
  en: 'Amount: {amount}\nChain: {chain}\nAddress: {address}\nTime: {time}',
  id: 'Jumlah: {amount}\nJaringan: {chain}\nAlamat: {address}\nWaktu: {time}',
} as const

export const chainWithdrawalMailTexts = {
  coin_withdrawal_requested: {
    en: {
      subject: 'Your withdrawal of {amount}',
      heading: 'Your withdrawal is on its way',
      body: `You asked for a withdrawal to the address below. Please check all of it: what is sent cannot be called back.\n\n${parts.en}`,
      button: cancel.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Penarikan Anda {amount}',
      heading: 'Penarikan Anda sedang diproses',
      body: `Anda meminta penarikan ke alamat di bawah. Periksa seluruhnya: yang sudah dikirim tidak dapat ditarik kembali.\n\n${parts.id}`,
      button: cancel.id,
      note: ifNotYou.id,
    },
  },
  coin_withdrawal_held: {
    en: {
      subject: 'Your withdrawal of {amount} waits until {until}',
      heading: 'Your withdrawal waits',
      body: `{why} For your safety this withdrawal waits until {until}.\n\n${parts.en}`,
      button: cancel.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} menunggu sampai {until}',
      heading: 'Penarikan Anda menunggu',
      body: `{why} Demi keamanan, penarikan ini menunggu sampai {until}.\n\n${parts.id}`,
      button: cancel.id,
      note: ifNotYou.id,
    },
  },
  coin_withdrawal_review: {
    en: {
      subject: 'We are looking at your withdrawal of {amount}',
      heading: 'Our staff looks at your withdrawal',
      body: `Withdrawals of this size are looked at by our staff before they are sent, usually within one working day. You need not do anything.\n\n${parts.en}`,
      button: cancel.en,
      note: ifNotYou.en,
    },
    id: {
      subject: 'Kami sedang memeriksa penarikan Anda {amount}',
      heading: 'Petugas kami memeriksa penarikan Anda',
      body: `Penarikan sebesar ini diperiksa petugas kami sebelum dikirim, biasanya dalam satu hari kerja. Anda tidak perlu melakukan apa pun.\n\n${parts.id}`,
      button: cancel.id,
      note: ifNotYou.id,
    },
  },
  coin_withdrawal_sent: {
    en: {
      subject: 'Your withdrawal of {amount} is on the chain',
      heading: 'Your withdrawal was sent',
      body: `It was given to the chain and arrives once it is confirmed.\n\nTransaction: {txid}\n${parts.en}`,
      button: toList.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} sudah di jaringan',
      heading: 'Penarikan Anda telah dikirim',
      body: `Penarikan sudah dikirim ke jaringan dan sampai setelah dikonfirmasi.\n\nTransaksi: {txid}\n${parts.id}`,
      button: toList.id,
    },
  },
  coin_withdrawal_completed: {
    en: {
      subject: 'Your withdrawal has arrived: {net}',
      heading: 'Your withdrawal has arrived',
      body: `The chain has confirmed it.\n\nTransaction: {txid}\n${parts.en}`,
      button: toList.en,
    },
    id: {
      subject: 'Penarikan Anda telah sampai: {net}',
      heading: 'Penarikan Anda telah sampai',
      body: `Jaringan telah mengonfirmasinya.\n\nTransaksi: {txid}\n${parts.id}`,
      button: toList.id,
    },
  },
  coin_withdrawal_failed: {
    en: {
      subject: 'Your withdrawal of {amount} failed',
      heading: 'Your withdrawal failed',
      body: `It did not arrive. All of it is in your balance again.\n\n${parts.en}`,
      button: toList.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} gagal',
      heading: 'Penarikan Anda gagal',
      body: `Penarikan tidak sampai. Seluruhnya kembali ke saldo Anda.\n\n${parts.id}`,
      button: toList.id,
    },
  },
  coin_withdrawal_reverted: {
    en: {
      subject: 'Your withdrawal of {amount} failed on the chain',
      heading: 'Your withdrawal failed on the chain',
      body: `The chain took it in and it failed there, as happens where a contract at the address does not accept the coins. {net} is in your balance again. The fee of {fee} is not: the network used it up. It counts within what you can withdraw in a day.\n\nTransaction: {txid}\n${sent.en}`,
      button: toList.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} gagal di jaringan',
      heading: 'Penarikan Anda gagal di jaringan',
      body: `Jaringan memprosesnya dan di sana gagal, seperti bila kontrak di alamat itu tidak menerima koinnya. {net} kembali ke saldo Anda. Biaya {fee} tidak kembali: sudah terpakai oleh jaringan. Penarikan ini dihitung dalam batas penarikan harian Anda.\n\nTransaksi: {txid}\n${sent.id}`,
      button: toList.id,
    },
  },
  coin_withdrawal_canceled: {
    en: {
      subject: 'Your withdrawal of {amount} is canceled',
      heading: 'Your withdrawal is canceled',
      body: `Nothing was sent. All of it is in your balance again.\n\n${parts.en}`,
      button: toList.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} dibatalkan',
      heading: 'Penarikan Anda dibatalkan',
      body: `Tidak ada yang dikirim. Seluruhnya kembali ke saldo Anda.\n\n${parts.id}`,
      button: toList.id,
    },
  },
  coin_withdrawal_rejected: {
    en: {
      subject: 'Your withdrawal of {amount} was not approved',
      heading: 'Your withdrawal was not approved',
      body: `Our staff looked at it and did not approve it. Nothing was sent. All of it is in your balance again.\n\nReason: {reason}\n\n${parts.en}`,
      button: toList.en,
    },
    id: {
      subject: 'Penarikan Anda {amount} tidak disetujui',
      heading: 'Penarikan Anda tidak disetujui',
      body: `Petugas kami memeriksanya dan tidak menyetujuinya. Tidak ada yang dikirim. Seluruhnya kembali ke saldo Anda.\n\nAlasan: {reason}\n\n${parts.id}`,
      button: toList.id,
    },
  },
} as const

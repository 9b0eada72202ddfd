/** Texts of e-mails about deposits of coins. */

const toDeposits = { en: 'To your deposits', id: 'Ke setoran Anda' } as const
const tellSender = { en: 'Tell us who sent it', id: 'Isi data pengirim' } as const
const parts = {
  en: 'Amount: {amount}\nChain: {chain}\nTransaction: {txid}\nTime: {time}',
  id: 'Jumlah: {amount}\nJaringan: {chain}\nTransaksi: {txid}\nWaktu: {time}',
} as const

export const chainDepositMailTexts = {
  coin_deposit_credited: {
    en: {
      subject: 'Your deposit of {amount} has arrived',
      heading: 'Your deposit has arrived',
      body: `The chain has confirmed your deposit, and it stands in your balance.\n\n${parts.en}`,
      button: toDeposits.en,
    },
    id: {
      subject: 'Setoran Anda {amount} telah masuk',
      heading: 'Setoran Anda telah masuk',
      body: `Jaringan telah mengonfirmasi setoran Anda, dan dananya sudah di saldo Anda.\n\n${parts.id}`,
      button: toDeposits.id,
    },
  },
  coin_deposit_sender: {
    en: {
      subject: 'Who sent your deposit of {amount}?',
      heading: 'We need to know who sent your deposit',
      body: `Your deposit is confirmed. From this amount on the law asks who sent it. Tell us the name and address of the sender, and it is credited.\n\n${parts.en}`,
      button: tellSender.en,
    },
    id: {
      subject: 'Siapa pengirim setoran Anda {amount}?',
      heading: 'Kami perlu tahu pengirim setoran Anda',
      body: `Setoran Anda telah dikonfirmasi. Mulai jumlah ini hukum meminta data pengirim. Isi nama dan alamat pengirim agar setoran dikreditkan.\n\n${parts.id}`,
      button: tellSender.id,
    },
  },
  coin_deposit_review: {
    en: {
      subject: 'We are looking at your deposit of {amount}',
      heading: 'We are looking at your deposit',
      body: `A person has to look at it before it stands in your balance. You need not do anything.\n\n${parts.en}`,
      button: toDeposits.en,
    },
    id: {
      subject: 'Kami sedang memeriksa setoran Anda {amount}',
      heading: 'Kami sedang memeriksa setoran Anda',
      body: `Petugas perlu memeriksanya sebelum masuk ke saldo Anda. Anda tidak perlu melakukan apa pun.\n\n${parts.id}`,
      button: toDeposits.id,
    },
  },
  coin_deposit_reversed: {
    en: {
      subject: 'Your deposit of {amount} was taken back by the chain',
      heading: 'Your deposit was taken back',
      body: `The chain dropped the transaction after it was credited. The amount was taken from your balance, and your account waits until our staff has looked at it. It is credited again if the chain brings it back.\n\n${parts.en}`,
      button: toDeposits.en,
    },
    id: {
      subject: 'Setoran Anda {amount} ditarik kembali oleh jaringan',
      heading: 'Setoran Anda ditarik kembali',
      body: `Jaringan membuang transaksinya setelah dikreditkan. Jumlahnya diambil dari saldo Anda, dan akun Anda menunggu pemeriksaan petugas kami. Setoran dikreditkan lagi bila jaringan mengembalikannya.\n\n${parts.id}`,
      button: toDeposits.id,
    },
  },
} as const

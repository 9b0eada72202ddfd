/** Server texts about deposits of coins: refusals, answers, notifications. */
export const chainDepositSentences = {
  'chain.unavailable': {
    en: 'This chain cannot be reached now. Please try again in a few minutes.',
    id: 'Jaringan ini sedang tidak dapat dihubungi. Coba lagi dalam beberapa menit.',
  },
  'chain.starting': {
    en: 'The chains are being started for the first time, which takes up to a few minutes. Please try again then.',
    id: 'Jaringan sedang dinyalakan untuk pertama kali, paling lama beberapa menit. Coba lagi setelah itu.',
  },
  'chain.off': {
    en: 'Nothing comes in over this chain here.',
    id: 'Jaringan ini tidak dipakai untuk setoran di sini.',
  },
  /** Compared by clients (EVMD-15). */
  'chain.id_unknown': { en: 'Chain ID not found', id: 'Chain ID not found' },
  'address.closed': {
    en: 'Deposits of this coin are closed for now, so no new address is given. Please try again later.',
    id: 'Setoran koin ini sedang ditutup, sehingga alamat baru belum diberikan. Coba lagi nanti.',
  },
  'address.done': { en: 'Success', id: 'Berhasil' },
  'sender.done': {
    en: 'Thank you. The deposit is credited now that we know who sent it.',
    id: 'Terima kasih. Setoran dikreditkan setelah pengirimnya diketahui.',
  },
  'sender.name': { en: 'Fill in the name of the sender.', id: 'Isi nama pengirim.' },
  'sender.name_long': {
    en: 'The name of the sender has more than {max} characters.',
    id: 'Nama pengirim lebih dari {max} karakter.',
  },
  'sender.name_letter': {
    en: 'The name of the sender cannot have the character {letter}.',
    id: 'Nama pengirim tidak dapat memuat karakter {letter}.',
  },
  'sender.address': { en: 'Fill in the address of the sender.', id: 'Isi alamat pengirim.' },
  'sender.address_long': {
    en: 'The address of the sender has more than {max} characters.',
    id: 'Alamat pengirim lebih dari {max} karakter.',
  },
  'sender.address_letter': {
    en: 'The address of the sender cannot have the character {letter}.',
    id: 'Alamat pengirim tidak dapat memuat karakter {letter}.',
  },
  'sender.id_number': {
    en: 'The identity number of the sender has nothing that can be read.',
    id: 'Nomor identitas pengirim tidak terbaca.',
  },
  'sender.id_number_long': {
    en: 'The identity number of the sender has more than {max} characters.',
    id: 'Nomor identitas pengirim lebih dari {max} karakter.',
  },
  'sender.id_number_letter': {
    en: 'The identity number of the sender cannot have the character {letter}.',
    id: 'Nomor identitas pengirim tidak dapat memuat karakter {letter}.',
  },
  'sender.told': {
    en: 'Who sent this deposit was told already.',
    id: 'Data pengirim setoran ini sudah diisi.',
  },
  'claim.done': { en: 'Success', id: 'Berhasil' },
  'claim.hash': {
    en: 'A transaction hash is 0x and 64 characters from 0 to 9 and a to f.',
    id: 'Hash transaksi adalah 0x diikuti 64 karakter 0 sampai 9 dan a sampai f.',
  },
  'claim.currency': {
    en: 'This currency does not come in over this chain.',
    id: 'Mata uang ini tidak masuk melalui jaringan ini.',
  },
  'claim.contract': {
    en: 'This contract is not on our list: what it sends is not credited.',
    id: 'Kontrak ini tidak ada di daftar kami: kirimannya tidak dikreditkan.',
  },
  'claim.not_found': {
    en: 'The chain does not know this transaction. Please check the hash and the chain.',
    id: 'Jaringan tidak mengenal transaksi ini. Periksa hash dan jaringannya.',
  },
  'claim.pending': {
    en: 'This transaction waits to be mined. It is found by itself once it is.',
    id: 'Transaksi ini menunggu dimasukkan ke blok. Setelah itu ditemukan dengan sendirinya.',
  },
  'claim.failed': {
    en: 'This transaction failed on the chain: nothing was moved by it.',
    id: 'Transaksi ini gagal di jaringan: tidak ada yang terkirim.',
  },
  'claim.nothing': {
    en: 'This transaction sent nothing to your address that can be credited.',
    id: 'Transaksi ini tidak mengirim apa pun ke alamat Anda yang dapat dikreditkan.',
  },
  'claim.known': {
    en: 'This deposit is in your list already.',
    id: 'Setoran ini sudah ada di daftar Anda.',
  },
  'claim.no_address': {
    en: 'You have no address yet. Please ask for one first.',
    id: 'Anda belum punya alamat. Minta alamat dahulu.',
  },
  'faucet.done': {
    en: '{amount} is on its way to your address.',
    id: '{amount} sedang menuju alamat Anda.',
  },
  'faucet.hour': {
    en: 'The faucet has given you enough of this coin for this hour. Please come back later.',
    id: 'Faucet sudah memberi Anda cukup koin ini untuk jam ini. Silakan kembali nanti.',
  },
  'faucet.maximum': {
    en: 'The faucet gives at most {max} at once.',
    id: 'Faucet memberi paling banyak {max} sekaligus.',
  },
  'faucet.minimum': {
    en: 'The faucet needs an amount above zero.',
    id: 'Faucet memerlukan jumlah di atas nol.',
  },
  'faucet.refused': {
    en: 'The faucet could not pay now. Please try again in a moment.',
    id: 'Faucet tidak dapat membayar sekarang. Coba lagi sebentar.',
  },
  'notice.coin_deposit_credited': {
    en: 'Your deposit of {amount} has arrived.',
    id: 'Setoran Anda {amount} telah masuk.',
  },
  'notice.coin_deposit_sender': {
    en: 'Your deposit of {amount} is confirmed. Tell us who sent it, and it is credited.',
    id: 'Setoran Anda {amount} telah dikonfirmasi. Isi data pengirimnya agar dikreditkan.',
  },
  'notice.coin_deposit_review': {
    en: 'We are looking at your deposit of {amount} before it is credited.',
    id: 'Kami sedang memeriksa setoran Anda {amount} sebelum dikreditkan.',
  },
  'notice.coin_deposit_small': {
    en: 'Your deposit of {amount} is below the minimum. It is kept, and credited once all of them are enough.',
    id: 'Setoran Anda {amount} di bawah minimum. Setoran disimpan dan dikreditkan setelah jumlahnya cukup.',
  },
  'notice.coin_deposit_reversed': {
    en: 'The chain took your deposit of {amount} back. The amount was taken from your balance, and your account waits for our staff.',
    id: 'Jaringan menarik kembali setoran Anda {amount}. Jumlahnya diambil dari saldo Anda, dan akun Anda menunggu petugas kami.',
  },
} as const

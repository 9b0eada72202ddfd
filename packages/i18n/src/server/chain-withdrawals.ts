/** Server texts about withdrawals of coins: refusals, answers, notifications. */
export const chainWithdrawalSentences = {
  'coin.unknown': {
    en: 'This coin cannot be withdrawn over this chain.',
    id: 'Koin ini tidak dapat ditarik melalui jaringan ini.',
  },
  'coin.closed': {
    en: 'Withdrawals of this coin are closed for now. Your coins stay yours; please try again later.',
    id: 'Penarikan koin ini sedang ditutup. Koin Anda tetap milik Anda; coba lagi nanti.',
  },
  'coin.paused': {
    en: 'This chain is not reachable now. Nothing was done; please try again later.',
    id: 'Jaringan ini sedang tidak dapat dihubungi. Tidak ada yang dilakukan; coba lagi nanti.',
  },
  'coin.address_form': {
    en: 'This is no address of this chain. Please copy it again.',
    id: 'Ini bukan alamat jaringan ini. Silakan salin lagi.',
  },
  'coin.address_checksum': {
    en: 'The address is mistyped: its checksum does not fit. Please copy it again.',
    id: 'Alamat salah ketik: checksum-nya tidak cocok. Silakan salin lagi.',
  },
  'coin.address_network': {
    en: 'This address belongs to another network. Coins sent there would be lost.',
    id: 'Alamat ini milik jaringan lain. Koin yang dikirim ke sana akan hilang.',
  },
  'coin.address_kind': {
    en: 'We cannot pay to addresses of this kind. Please use another one.',
    id: 'Kami tidak dapat mengirim ke alamat jenis ini. Gunakan alamat lain.',
  },
  'coin.address_own': {
    en: 'This is an address of ours. Please withdraw to an address outside of the exchange.',
    id: 'Ini alamat milik kami. Tarik ke alamat di luar bursa.',
  },
  'coin.address_chain': {
    en: 'The payment request is for another network, number {chain}.',
    id: 'Permintaan pembayaran ini untuk jaringan lain, nomor {chain}.',
  },
  'coin.receiver_needed': {
    en: 'From {limit} on within 24 hours, the name and the address of the receiver must be filled in.',
    id: 'Mulai {limit} dalam 24 jam, nama dan alamat penerima harus diisi.',
  },
  'coin.receiver_always': {
    en: 'The name and the address of the receiver must be filled in.',
    id: 'Nama dan alamat penerima harus diisi.',
  },
  'coin.receiver_name_long': {
    en: 'The name of the receiver has more than {max} characters.',
    id: 'Nama penerima lebih dari {max} karakter.',
  },
  'coin.receiver_name_letter': {
    en: 'The name of the receiver cannot have the character {letter}.',
    id: 'Nama penerima tidak dapat memuat karakter {letter}.',
  },
  'coin.receiver_address_long': {
    en: 'The address of the receiver has more than {max} characters.',
    id: 'Alamat penerima lebih dari {max} karakter.',
  },
  'coin.receiver_address_letter': {
    en: 'The address of the receiver cannot have the character {letter}.',
    id: 'Alamat penerima tidak dapat memuat karakter {letter}.',
  },
  'coin.minimum': { en: 'The smallest withdrawal is {min}.', id: 'Penarikan terkecil {min}.' },
  'coin.maximum': { en: 'The largest withdrawal is {max}.', id: 'Penarikan terbesar {max}.' },
  'coin.daily': {
    en: 'You can withdraw {left} more today, of {max} a day.',
    id: 'Hari ini Anda masih dapat menarik {left}, dari {max} per hari.',
  },
  'coin.below_fee': {
    en: 'The fee is {fee}: withdraw more than that.',
    id: 'Biayanya {fee}: tarik lebih dari itu.',
  },
  'coin.fee_changed': {
    en: 'The fee is {fee} now. Please look at what arrives and confirm again.',
    id: 'Biayanya sekarang {fee}. Periksa jumlah yang diterima lalu konfirmasi lagi.',
  },
  'coin.sent_evm': { en: 'Success', id: 'Berhasil' },
  'coin.sent_bitcoin': {
    en: 'Withdraw sedang dalam proses.',
    id: 'Withdraw sedang dalam proses.',
  },
  'coin.under_way': {
    en: 'This withdrawal is being sent already and cannot be taken back.',
    id: 'Penarikan ini sedang dikirim dan tidak dapat dibatalkan.',
  },
  'notice.coin_withdrawal_requested': {
    en: 'Your withdrawal of {amount} is being prepared.',
    id: 'Penarikan Anda {amount} sedang disiapkan.',
  },
  'notice.coin_withdrawal_held': {
    en: 'Your withdrawal of {amount} waits until {until}, for the safety of your account. You can cancel it.',
    id: 'Penarikan Anda {amount} menunggu sampai {until} demi keamanan akun Anda. Anda dapat membatalkannya.',
  },
  'notice.coin_withdrawal_review': {
    en: 'Your withdrawal of {amount} waits for our staff to look at it. You can cancel it.',
    id: 'Penarikan Anda {amount} menunggu pemeriksaan petugas kami. Anda dapat membatalkannya.',
  },
  'notice.coin_withdrawal_sent': {
    en: 'Your withdrawal of {amount} is on the chain: {txid}',
    id: 'Penarikan Anda {amount} sudah di jaringan: {txid}',
  },
  'notice.coin_withdrawal_completed': {
    en: 'Your withdrawal has arrived: {amount}.',
    id: 'Penarikan Anda telah sampai: {amount}.',
  },
  'notice.coin_withdrawal_failed': {
    en: 'Your withdrawal of {amount} failed. The coins are in your balance again.',
    id: 'Penarikan Anda {amount} gagal. Koinnya kembali ke saldo Anda.',
  },
  'notice.coin_withdrawal_reverted': {
    en: 'Your withdrawal failed on the chain. {amount} is in your balance again; the fee was used up there.',
    id: 'Penarikan Anda gagal di jaringan. {amount} kembali ke saldo Anda; biayanya terpakai di sana.',
  },
  'notice.coin_withdrawal_canceled': {
    en: 'Your withdrawal of {amount} is canceled. The coins are in your balance again.',
    id: 'Penarikan Anda {amount} dibatalkan. Koinnya kembali ke saldo Anda.',
  },
  'notice.coin_withdrawal_rejected': {
    en: 'Your withdrawal of {amount} was not approved: {reason} The coins are in your balance again.',
    id: 'Penarikan Anda {amount} tidak disetujui: {reason} Koinnya kembali ke saldo Anda.',
  },
} as const

/** Server texts about deposits and withdrawals of rupiah: refusals, answers, notifications. */

/** The default purpose of an invoice. */
export const invoicePurpose = { en: 'Deposit of rupiah', id: 'Setoran rupiah' } as const

export const rupiahSentences = {
  'amount.not_whole': {
    en: 'Please use whole rupiah, without cents.',
    id: 'Gunakan rupiah bulat, tanpa sen.',
  },
  'deposit.minimum': {
    en: 'The smallest deposit is {min}.',
    id: 'Deposit terkecil {min}.',
  },
  'deposit.maximum': {
    en: 'The largest deposit is {max}.',
    id: 'Deposit terbesar {max}.',
  },
  'deposit.closed': {
    en: 'Deposits of rupiah are closed for now. What you paid already is credited; please try again later.',
    id: 'Setoran rupiah sedang ditutup. Yang sudah Anda bayar tetap dikreditkan; coba lagi nanti.',
  },
  'withdrawal.closed': {
    en: 'Withdrawals of rupiah are closed for now. Your rupiah stay yours; please try again later.',
    id: 'Penarikan rupiah sedang ditutup. Rupiah Anda tetap milik Anda; coba lagi nanti.',
  },
  'deposit.too_many': {
    en: 'You have {max} deposits that wait for payment. Pay one, or let it expire, then ask for the next.',
    id: 'Anda punya {max} setoran yang menunggu pembayaran. Bayar salah satu atau biarkan kedaluwarsa, lalu buat lagi.',
  },
  'deposit.done': {
    en: 'Your deposit is prepared. Pay it on the page that opens.',
    id: 'Setoran Anda sudah disiapkan. Bayar di halaman yang terbuka.',
  },
  'deposit.waits': {
    en: 'The bank gateway has not answered yet. Your deposit is kept, and the way to pay appears in the list.',
    id: 'Gateway bank belum menjawab. Setoran Anda tersimpan, dan cara bayar akan muncul di daftar.',
  },
  'deposit.unknown': { en: 'There is no such deposit.', id: 'Setoran itu tidak ada.' },
  'deposit.not_pending': {
    en: 'This deposit waits for nothing any more.',
    id: 'Setoran ini sudah tidak menunggu apa pun.',
  },
  'deposit.file_kept': {
    en: 'Your proof of payment is kept.',
    id: 'Bukti pembayaran Anda disimpan.',
  },
  'callback.forbidden': {
    en: 'This call needs the credentials of our provider.',
    id: 'Panggilan ini memerlukan kredensial penyedia kami.',
  },
  'gateway.down': {
    en: 'The bank gateway cannot be reached now. Nothing was done; please try again in a few minutes.',
    id: 'Gateway bank tidak dapat dihubungi. Tidak ada yang dilakukan; coba lagi dalam beberapa menit.',
  },
  'gateway.refused': {
    en: 'The bank gateway refused this. Nothing was done; please try another amount, or write to us.',
    id: 'Gateway bank menolak. Tidak ada yang dilakukan; coba jumlah lain atau hubungi kami.',
  },
  'withdrawal.minimum': {
    en: 'The smallest withdrawal is {min}.',
    id: 'Penarikan terkecil {min}.',
  },
  'withdrawal.maximum': {
    en: 'The largest withdrawal is {max}.',
    id: 'Penarikan terbesar {max}.',
  },
  'withdrawal.daily': {
    en: 'You can withdraw {left} more today, of {max} a day.',
    id: 'Hari ini Anda masih dapat menarik {left}, dari {max} per hari.',
  },
  'withdrawal.below_fee': {
    en: 'The fees are {fee}: withdraw more than that.',
    id: 'Biayanya {fee}: tarik lebih dari itu.',
  },
  'withdrawal.fee_changed': {
    en: 'The fees are {fee} now. Please look at what arrives and confirm again.',
    id: 'Biayanya sekarang {fee}. Periksa jumlah yang diterima lalu konfirmasi lagi.',
  },
  'withdrawal.bank_unproven': {
    en: 'We cannot confirm that you saved this bank account. Contact us before you withdraw.',
    id: 'Kami tidak dapat memastikan bahwa rekening bank ini Anda yang menyimpan. Hubungi kami sebelum menarik dana.',
  },
  'withdrawal.no_bank': {
    en: 'Please save your bank account first.',
    id: 'Simpan rekening bank Anda dahulu.',
  },
  'withdrawal.insufficient': {
    en: 'Insufficient balance. Needed: {needed}. Available: {available}.',
    id: 'Saldo tidak mencukupi. Diperlukan: {needed}. Tersedia: {available}.',
  },
  'withdrawal.suspended': {
    en: 'Your account may not withdraw now. Please write to us.',
    id: 'Akun Anda sedang tidak boleh menarik dana. Silakan hubungi kami.',
  },
  'withdrawal.done': {
    en: 'Witdhraw berhasil di proses',
    id: 'Witdhraw berhasil di proses',
  },
  'withdrawal.unknown': { en: 'There is no such withdrawal.', id: 'Penarikan itu tidak ada.' },
  'withdrawal.under_way': {
    en: 'This withdrawal is with the bank already and cannot be taken back.',
    id: 'Penarikan ini sudah di bank dan tidak dapat dibatalkan.',
  },
  'withdrawal.over': {
    en: 'This withdrawal is over: there is nothing to take back.',
    id: 'Penarikan ini sudah selesai: tidak ada yang dibatalkan.',
  },
  'withdrawal.link_used': {
    en: 'This link is not valid any more.',
    id: 'Tautan ini sudah tidak berlaku.',
  },
  'withdrawal.cancel_done': {
    en: 'The withdrawal is taken back; the money is free again.',
    id: 'Penarikan dibatalkan; dananya bebas kembali.',
  },
  'deletion.open_transfers': {
    en: 'Deposits or withdrawals that are not over: {count}. Delete the account once they are.',
    id: 'Setoran atau penarikan yang belum selesai: {count}. Hapus akun setelah selesai.',
  },
  'notice.deposit_credited': {
    en: 'Your deposit of {amount} has arrived.',
    id: 'Setoran Anda {amount} telah masuk.',
  },
  'notice.deposit_quarantined': {
    en: 'We are looking at the payment of your deposit of {amount} before it is credited.',
    id: 'Kami sedang memeriksa pembayaran setoran Anda {amount} sebelum dikreditkan.',
  },
  'notice.deposit_reversed': {
    en: 'The bank took your deposit of {amount} back. The amount was taken from your balance.',
    id: 'Bank menarik kembali setoran Anda {amount}. Jumlahnya diambil dari saldo Anda.',
  },
  'notice.deposit_rejected': {
    en: 'Your deposit of {amount} was not credited. What was paid stays with the bank until it is returned.',
    id: 'Setoran Anda {amount} tidak dikreditkan. Yang sudah dibayar tetap di bank sampai dikembalikan.',
  },
  'notice.deposit_unpaid': {
    en: 'The bank confirms no payment of your deposit of {amount}: {reason} It is credited once the bank does.',
    id: 'Bank belum memastikan pembayaran setoran Anda {amount}: {reason} Setoran dikreditkan begitu bank memastikannya.',
  },
  'notice.withdrawal_requested': {
    en: 'Your withdrawal of {amount} is being prepared.',
    id: 'Penarikan Anda {amount} sedang disiapkan.',
  },
  'notice.withdrawal_held': {
    en: 'Your withdrawal of {amount} waits until {until}, for the safety of your account. You can cancel it.',
    id: 'Penarikan Anda {amount} menunggu sampai {until} demi keamanan akun Anda. Anda dapat membatalkannya.',
  },
  'notice.withdrawal_review': {
    en: 'Your withdrawal of {amount} waits for our staff to look at it. You can cancel it.',
    id: 'Penarikan Anda {amount} menunggu pemeriksaan petugas kami. Anda dapat membatalkannya.',
  },
  'notice.withdrawal_completed': {
    en: 'Your withdrawal has arrived: {amount} at your bank.',
    id: 'Penarikan Anda telah sampai: {amount} di bank Anda.',
  },
  'notice.withdrawal_failed': {
    en: 'Your withdrawal of {amount} failed. The money is in your balance again.',
    id: 'Penarikan Anda {amount} gagal. Dananya kembali ke saldo Anda.',
  },
  'notice.withdrawal_canceled': {
    en: 'Your withdrawal of {amount} is canceled. The money is in your balance again.',
    id: 'Penarikan Anda {amount} dibatalkan. Dananya kembali ke saldo Anda.',
  },
  'notice.withdrawal_rejected': {
    en: 'Your withdrawal of {amount} was not approved: {reason} The money is in your balance again.',
    id: 'Penarikan Anda {amount} tidak disetujui: {reason} Dananya kembali ke saldo Anda.',
  },
  'notice.withdrawal_reversed': {
    en: 'Your bank sent your withdrawal of {amount} back. The money, fees included, is in your balance again.',
    id: 'Bank Anda mengembalikan penarikan {amount}. Dana beserta biayanya kembali ke saldo Anda.',
  },
} as const

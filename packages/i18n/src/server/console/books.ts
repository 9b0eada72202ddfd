/** Server texts about ledger and reconciliation: refusals, and previews of resuming a currency. */
import { defineMessages } from '../../catalogue.ts'
import type { Language } from '../../language.ts'

type Sentence = Readonly<Record<Language, string>>

export const booksSentences = {
  'books.day_open': {
    en: 'This day is not closed, or the exchange was not there yet.',
    id: 'Hari ini belum ditutup, atau bursa belum berjalan saat itu.',
  },
  'books.bad_filter': {
    en: 'Entries cannot be searched for like that. An amount needs its currency, and the first day comes before the last.',
    id: 'Entri tidak dapat dicari seperti itu. Jumlah memerlukan mata uangnya, dan hari pertama mendahului hari terakhir.',
  },
  'books.not_stopped': {
    en: '{currency} is not stopped.',
    id: '{currency} tidak sedang dihentikan.',
  },
  'books.still_broken': {
    en: 'The books of {currency} still do not fit. Mend what is wrong first; the page of reconciliation says what it is.',
    id: 'Pembukuan {currency} masih belum cocok. Perbaiki dahulu; halaman rekonsiliasi menunjukkan masalahnya.',
  },
  'books.gateway_silent': {
    en: 'The bank gateway does not say what it has. Rupiah can go on once it does.',
    id: 'Gateway bank tidak memberi tahu saldonya. Rupiah dapat dilanjutkan setelah saldonya diketahui.',
  },
  'books.currency_stopped': {
    en: '{currency} is stopped because its books do not fit. Nothing is booked in it until it goes on.',
    id: '{currency} dihentikan karena pembukuannya tidak cocok. Tidak ada yang dibukukan sampai mata uang ini dilanjutkan.',
  },
  'market.currency_stopped': {
    en: 'A currency of this market is stopped because its books do not fit. Let the currency go on first.',
    id: 'Mata uang pasar ini dihentikan karena pembukuannya tidak cocok. Lanjutkan mata uangnya dahulu.',
  },
} as const satisfies Readonly<Record<string, Sentence>>

export const booksTexts = defineMessages(
  {
    resumeTitle: 'Let {currency} go on: it is traded, credited and paid out again.',
    market: 'Market {pair}',
    cancelOnly: 'only cancels',
    open: 'open',
    staysStopped: 'only cancels, as {other} is stopped too',
    money: 'Deposits and withdrawals',
    kept: 'kept here',
    goOn: 'credited and paid out',
    compareFirst:
      'The database was put back from a backup. What was paid out since is in none of its rows: compare it first with what the bank gateway and the chains say.',
  },
  {
    resumeTitle: 'Lanjutkan {currency}: kembali diperdagangkan, dikreditkan, dan dibayarkan.',
    market: 'Pasar {pair}',
    cancelOnly: 'hanya pembatalan',
    open: 'buka',
    staysStopped: 'hanya pembatalan, karena {other} juga dihentikan',
    money: 'Setoran dan penarikan',
    kept: 'ditahan',
    goOn: 'dikreditkan dan dibayarkan',
    compareFirst:
      'Basis data dipulihkan dari cadangan. Pembayaran sejak saat itu tidak tercatat di dalamnya: bandingkan dahulu dengan catatan gateway bank dan rantai.',
  },
)

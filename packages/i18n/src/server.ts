/**
 * Server texts by code: the text of `msg` in every answer. Texts that clients compare are protocol and are in
 * `packages/wire` instead.
 */
import { fillPlaceholders } from './catalogue.ts'
import type { Language } from './language.ts'
import { formatDecimal } from './numbers.ts'
import { addressBookSentences } from './server/address-book.ts'
import { agreementSentences } from './server/agreement.ts'
import { booksSentences } from './server/console/books.ts'
import { chainDepositSentences } from './server/chain-deposits.ts'
import { chainWithdrawalSentences } from './server/chain-withdrawals.ts'
import { contentSentences } from './server/console/content.ts'
import { deskCurrencySentences } from './server/console/currencies.ts'
import { deskSentences } from './server/console/decisions.ts'
import { bankAccountSentences } from './server/bank-account.ts'
import { idmetaSentences } from './server/idmeta.ts'
import { kycSentences } from './server/kyc.ts'
import { marketDeskSentences } from './server/console/markets.ts'
import { noticeSentences } from './server/notices.ts'
import { peopleSentences } from './server/console/people.ts'
import { registrationSentences } from './server/registration.ts'
import { rupiahSentences } from './server/rupiah.ts'
import { settingSentences } from './server/console/settings.ts'
import { signInSentences } from './server/sign-in.ts'
import { statementSentences } from './server/statements.ts'
import { taxSentences } from './server/tax.ts'

export { deviceWords } from './device-words.ts'
export { isLanguage, type Language, languageOfHeader, languages } from './language.ts'
export { fillPlaceholders } from './catalogue.ts'
export { amountInSentence, formatDecimal } from './numbers.ts'
export {
  mailFrame,
  type MailTemplate,
  type MailText,
  type MailTexts,
  mailTexts,
} from './server/mails/mails.ts'
export { agreementText, agreementVersion } from './legal/agreement.ts'
export { invoicePurpose } from './server/rupiah.ts'
export { savedAccountWords, withdrawalHoldWords } from './server/mails/rupiah.ts'
export { booksTexts } from './server/console/books.ts'
export { bankTexts } from './server/simulation/bank.ts'
export { currencyChangeTexts } from './server/console/currencies.ts'
export { chainTexts } from './server/simulation/chain-explorer.ts'
export { documentTexts } from './server/documents.ts'
export { statementTexts } from './server/statements.ts'
export { statementKindWords, statementReasonWords } from './statement-words.ts'
export { marketDeskTexts } from './server/console/markets.ts'
export { peopleDeskTexts, suspensionWords } from './server/console/people.ts'
export { taxDocumentTexts, taxKindText, taxPeriodText } from './server/tax.ts'
export { mailboxTexts } from './server/simulation/mailbox.ts'

type Sentence = Readonly<Record<Language, string>>

const sentences = {
  ...addressBookSentences,
  ...agreementSentences,
  ...bankAccountSentences,
  ...booksSentences,
  ...chainDepositSentences,
  ...chainWithdrawalSentences,
  ...contentSentences,
  ...deskCurrencySentences,
  ...deskSentences,
  ...idmetaSentences,
  ...kycSentences,
  ...marketDeskSentences,
  ...noticeSentences,
  ...peopleSentences,
  ...registrationSentences,
  ...rupiahSentences,
  ...settingSentences,
  ...signInSentences,
  ...statementSentences,
  ...taxSentences,
  'request.malformed': {
    en: 'The request is not in the form that this call takes.',
    id: 'Permintaan tidak sesuai bentuk yang diterima.',
  },
  'request.duplicate_key': {
    en: 'The request names the same field twice.',
    id: 'Permintaan menyebut bidang yang sama dua kali.',
  },
  'request.foreign_origin': {
    en: 'Pages of other websites may not act for an account here.',
    id: 'Halaman situs lain tidak boleh bertindak untuk akun di sini.',
  },
  'request.too_large': { en: 'The request is too large.', id: 'Permintaan terlalu besar.' },
  'request.not_json': { en: 'The request must be JSON.', id: 'Permintaan harus berupa JSON.' },
  'request.not_found': { en: 'There is nothing here.', id: 'Tidak ada apa-apa di sini.' },
  'request.rate': {
    en: 'Too many requests. Please wait a moment.',
    id: 'Terlalu banyak permintaan. Mohon tunggu sebentar.',
  },
  'list.malformed': {
    en: 'The list cannot be sorted or filtered like that.',
    id: 'Daftar tidak dapat diurutkan atau disaring seperti itu.',
  },
  'amount.malformed': {
    en: 'Amounts are digits with at most one dot.',
    id: 'Jumlah hanya angka dengan paling banyak satu titik.',
  },
  'amount.too_precise': {
    en: 'The amount is finer than {decimals} decimals.',
    id: 'Jumlah lebih halus dari {decimals} desimal.',
  },
  'amount.too_large': { en: 'The amount is too large.', id: 'Jumlah terlalu besar.' },
  'command.bad_id': {
    en: 'The Idempotency-Key must be a UUID of version 7.',
    id: 'Idempotency-Key harus berupa UUID versi 7.',
  },
  'command.id_expired': {
    en: 'This order was prepared too long ago. Please send it anew.',
    id: 'Order ini disiapkan terlalu lama. Silakan kirim ulang.',
  },
  'command.id_reused': {
    en: 'This id was used for something else already.',
    id: 'Id ini sudah dipakai untuk hal lain.',
  },
  'session.invalid': { en: 'Please sign in.', id: 'Silakan masuk.' },
  'login.failed': {
    en: 'E-mail or password is wrong.',
    id: 'Email atau password salah.',
  },
  'login.too_many': {
    en: 'Too many attempts. Please try again in a few minutes.',
    id: 'Terlalu banyak percobaan. Coba lagi dalam beberapa menit.',
  },
  'login.busy': {
    en: 'Many people are signing in. Please try again in a moment.',
    id: 'Sedang banyak yang masuk. Coba lagi sebentar.',
  },
  'login.done': { en: 'Welcome.', id: 'Selamat datang.' },
  'login.out': { en: 'You are signed out.', id: 'Anda sudah keluar.' },
  'person.unknown': { en: 'There is no such demo person.', id: 'Orang demo itu tidak ada.' },
  'engine.overloaded': {
    en: 'The exchange is very busy. Nothing was done; please try again.',
    id: 'Bursa sedang sangat sibuk. Tidak ada yang dilakukan; silakan coba lagi.',
  },
  'server.busy': {
    en: 'Very much is being worked on. Nothing was done; please try again in a moment.',
    id: 'Sedang banyak yang dikerjakan. Tidak ada yang dilakukan; coba lagi sebentar.',
  },
  'server.unknown_outcome': {
    en: 'It is not known whether this was done. Please look before you try again.',
    id: 'Belum diketahui apakah ini sudah dilakukan. Mohon periksa dahulu sebelum mencoba lagi.',
  },
  'engine.unavailable': {
    en: 'The exchange is restarting. Nothing was done; please try again in a moment.',
    id: 'Bursa sedang dimulai ulang. Tidak ada yang dilakukan; coba lagi sebentar.',
  },
  'engine.unknown_outcome': {
    en: 'It is not known yet whether this was done. Ask again with the same id.',
    id: 'Belum diketahui apakah ini sudah dilakukan. Tanyakan lagi dengan id yang sama.',
  },
  'engine.behind': {
    en: 'Your latest figures are being written. Please try again in a moment.',
    id: 'Angka terbaru Anda sedang ditulis. Coba lagi sebentar.',
  },
  'engine.internal': {
    en: 'This could not be processed and was set aside. Nothing was done.',
    id: 'Ini tidak dapat diproses dan disisihkan. Tidak ada yang dilakukan.',
  },
  'server.internal': {
    en: 'Something went wrong on our side. Please quote the request id.',
    id: 'Terjadi kesalahan di pihak kami. Mohon sebutkan id permintaan.',
  },
  'order.met_own': {
    en: 'Your order met an order of your own. Nobody trades with himself, so what was left of it is canceled.',
    id: 'Order Anda bertemu order Anda sendiri. Transaksi dengan diri sendiri tidak mungkin, jadi sisanya dibatalkan.',
  },
  'order.placed': { en: 'Your order is placed.', id: 'Order Anda sudah dipasang.' },
  'order.canceled': { en: 'Your order is canceled.', id: 'Order Anda dibatalkan.' },
  'orders.canceled': {
    en: 'Orders canceled: {count}.',
    id: 'Order dibatalkan: {count}.',
  },
  'order.unknown': { en: 'There is no such order.', id: 'Order itu tidak ada.' },
  'market.unknown': { en: 'There is no such market.', id: 'Pasar itu tidak ada.' },
  'market.halted': { en: 'This market is halted.', id: 'Pasar ini dihentikan.' },
  'market.cancel_only': {
    en: 'This market takes no new orders now.',
    id: 'Pasar ini sedang tidak menerima order baru.',
  },
  'account.suspended': {
    en: 'Your account may not place orders now.',
    id: 'Akun Anda sedang tidak boleh memasang order.',
  },
  'order.off_tick': {
    en: 'The price must be a multiple of {tick}.',
    id: 'Harga harus kelipatan {tick}.',
  },
  'order.off_lot': {
    en: 'The quantity must be a multiple of {lot}.',
    id: 'Jumlah harus kelipatan {lot}.',
  },
  'order.total_mismatch': {
    en: 'The total is not what this quantity costs at this price.',
    id: 'Total tidak sama dengan harga dikali jumlah ini.',
  },
  'order.below_minimum': {
    en: 'The smallest order is {notionalMin}.',
    id: 'Order terkecil {notionalMin}.',
  },
  'order.above_maximum': {
    en: 'The largest order is {quantityMax}.',
    id: 'Order terbesar {quantityMax}.',
  },
  'order.out_of_band': {
    en: 'The price is too far from the last one: the limit is {limit} now.',
    id: 'Harga terlalu jauh dari harga terakhir: batasnya sekarang {limit}.',
  },
  'order.too_many_open': {
    en: 'You have {openOrdersMax} open orders in this market, the most there can be.',
    id: 'Anda punya {openOrdersMax} order terbuka di pasar ini, yaitu batasnya.',
  },
  'order.insufficient_balance': {
    en: 'Insufficient balance. Needed: {needed}. Available: {available}.',
    id: 'Saldo tidak mencukupi. Diperlukan: {needed}. Tersedia: {available}.',
  },
  'order.post_only_would_take': {
    en: 'It would fill at once, and you asked that it only rests.',
    id: 'Order akan langsung terisi, padahal Anda minta hanya menunggu.',
  },
  'order.post_only_ioc': {
    en: 'An order that only rests cannot also be immediate (IOC or FOK).',
    id: 'Order yang hanya menunggu tidak bisa sekaligus langsung (IOC atau FOK).',
  },
  'order.not_open': {
    en: 'This order is not open any more.',
    id: 'Order ini sudah tidak terbuka.',
  },
} as const satisfies Record<string, Sentence>

export type ServerMessage = keyof typeof sentences

/** A server text in a language; an unknown code gives the general one. */
export function serverMessage(
  language: Language,
  code: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const known: Readonly<Record<string, Sentence>> = sentences
  const sentence = known[code] ?? sentences['server.internal']
  const shown = Object.entries(params).map(([name, value]) => [name, shownAmount(value)])
  return fillPlaceholders(sentence[language], Object.fromEntries(shown))
}

const amountPattern = /^(\d+)(?:\.(\d+))? ([A-Z0-9]{2,12})$/

/** Formats an amount with its currency: "10000.00 IDR" becomes "10.000 IDR"; other values are unchanged. */
function shownAmount(value: string | number): string | number {
  const parts = typeof value === 'string' ? amountPattern.exec(value) : null
  if (parts === null) return value
  const [, whole = '0', fraction = '', currency = ''] = parts
  const decimalsMax = fraction.length
  return `${formatDecimal(`${whole}.${fraction}0`, { decimals: 0, decimalsMax })} ${currency}`
}

/** Every code with its texts, for the reference and the catalogue check. */
export const serverSentences: Readonly<Record<string, Sentence>> = sentences

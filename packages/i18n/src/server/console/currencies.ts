/** Server texts about currencies and tokens in the console: refusals, and previews of changes. */
import type { Language } from '../../language.ts'

type Sentence = Readonly<Record<Language, string>>

export const deskCurrencySentences = {
  'token.known': {
    en: 'This contract, or this currency on this chain, is listed already.',
    id: 'Kontrak ini, atau mata uang ini di jaringan ini, sudah terdaftar.',
  },
  'currency.bad_name': {
    en: 'The name has signs that nobody sees, or that turn the text around. Type it anew.',
    id: 'Nama berisi tanda yang tidak terlihat atau yang membalik teks. Ketik ulang.',
  },
  'currency.already_listed': {
    en: 'There is a currency of this symbol, or with its number, already.',
    id: 'Mata uang dengan simbol atau nomor ini sudah ada.',
  },
  'currency.bad_rules': {
    en: 'The exchange cannot keep a currency with this symbol and these decimals.',
    id: 'Bursa tidak dapat mencatat mata uang dengan simbol dan desimal ini.',
  },
  'token.no_contract': {
    en: 'There is no contract at this address of the chain.',
    id: 'Tidak ada kontrak di alamat ini pada jaringan tersebut.',
  },
  'token.no_token': {
    en: 'The contract at this address does not answer as a token does.',
    id: 'Kontrak di alamat ini tidak menjawab seperti sebuah token.',
  },
  'token.decimals_differ': {
    en: 'The contract says {read} decimals, you wrote {said}.',
    id: 'Kontrak menyebut {read} desimal, Anda menulis {said}.',
  },
  'token.coarse': {
    en: 'The contract has {read} decimals, fewer than the {own} that the exchange would count by.',
    id: 'Kontrak memiliki {read} desimal, lebih sedikit dari {own} yang akan dipakai bursa.',
  },
  'token.profile_needed': {
    en: 'A new currency needs name, fee and limits.',
    id: 'Mata uang baru memerlukan nama, biaya, dan batas.',
  },
  'token.profile_known': {
    en: 'This currency has name, fee and limits already. Change them on their own.',
    id: 'Mata uang ini sudah memiliki nama, biaya, dan batas. Ubahlah secara tersendiri.',
  },
  'token.symbol_taken': {
    en: 'This symbol belongs to a currency that is no token.',
    id: 'Simbol ini milik mata uang yang bukan token.',
  },
  'token.signer_refused': {
    en: 'The signer does not take this token on ({code}). Nothing was listed.',
    id: 'Penanda tangan tidak menerima token ini ({code}). Tidak ada yang didaftarkan.',
  },
  'token.trial_refused': {
    en: 'The local chain did not make the token. Please try again.',
    id: 'Jaringan lokal tidak membuat token itu. Silakan coba lagi.',
  },
  'currency.unknown': { en: 'There is no such currency.', id: 'Mata uang itu tidak ada.' },
  'currency.decimals_fixed': {
    en: '{currency} is counted with {decimals} decimals, and balances hang on that: they never change.',
    id: '{currency} dihitung dengan {decimals} desimal dan saldo bergantung padanya: tidak pernah berubah.',
  },
  'currency.unchanged': { en: 'Nothing would change.', id: 'Tidak ada yang akan berubah.' },
  'currency.not_of_rupiah': {
    en: 'Rupiah has no deposit minimum and no travel rule limit here.',
    id: 'Rupiah tidak memiliki minimum setoran dan batas travel rule di sini.',
  },
  'currency.fee_high': {
    en: 'A fee of {fee} is more than a withdrawal of this currency may be.',
    id: 'Biaya {fee} melebihi penarikan terbesar untuk mata uang ini.',
  },
  'currency.signer_caps': {
    en: 'With this limit people could withdraw up to {max} at once. The signer lets out {cap}, and would stop itself.',
    id: 'Dengan batas ini orang dapat menarik hingga {max} sekaligus. Penanda tangan hanya mengizinkan {cap} dan akan berhenti.',
  },
} as const satisfies Record<string, Sentence>

/** Titles, lines and warnings of a change. */
export const currencyChangeTexts = {
  addTitle: {
    en: 'Add {symbol} on {chain} as a new currency',
    id: 'Tambahkan {symbol} di {chain} sebagai mata uang baru',
  },
  addWayTitle: {
    en: 'Let {symbol} come and go over {chain} too',
    id: 'Izinkan {symbol} keluar masuk melalui {chain} juga',
  },
  setTitle: { en: 'Change {symbol}', id: 'Ubah {symbol}' },
  name: { en: 'Name', id: 'Nama' },
  contract: { en: 'Contract', id: 'Kontrak' },
  contractSays: { en: 'The contract calls itself', id: 'Kontrak menamai dirinya' },
  contractFacts: {
    en: '{name} ({symbol}), {decimals} decimals',
    id: '{name} ({symbol}), {decimals} desimal',
  },
  unitDecimals: { en: 'Decimals at the exchange', id: 'Desimal di bursa' },
  heldMax: { en: 'Most that can be held in all', id: 'Jumlah terbanyak yang dapat disimpan' },
  fee: { en: 'Withdrawal fee', id: 'Biaya penarikan' },
  feePercent: { en: '{percent}% of the amount', id: '{percent}% dari jumlah' },
  depositMin: { en: 'Least deposit', id: 'Setoran minimum' },
  asSettings: { en: 'as the settings say', id: 'sesuai pengaturan' },
  travelLimit: {
    en: 'Sender and receiver asked for from',
    id: 'Pengirim dan penerima ditanyakan mulai',
  },
  never: { en: 'never', id: 'tidak pernah' },
  signerCaps: {
    en: 'The signer lets out at most',
    id: 'Penanda tangan mengizinkan paling banyak',
  },
  capsValue: {
    en: '{transaction} at once, {hour} an hour, {day} a day',
    id: '{transaction} sekali kirim, {hour} per jam, {day} per hari',
  },
  shown: { en: 'Shown to people', id: 'Ditampilkan kepada pengguna' },
  deposits: { en: 'Deposits', id: 'Setoran' },
  withdrawals: { en: 'Withdrawals', id: 'Penarikan' },
  yes: { en: 'yes', id: 'ya' },
  no: { en: 'no', id: 'tidak' },
  open: { en: 'open', id: 'dibuka' },
  closed: { en: 'closed', id: 'ditutup' },
  aboutRupiah: { en: '{amount} (about Rp {rupiah})', id: '{amount} (sekitar Rp {rupiah})' },
  forEver: {
    en: 'Contract, decimals and the signer’s limits stand for ever: none of them can be changed later.',
    id: 'Kontrak, desimal, dan batas penanda tangan berlaku selamanya: tidak dapat diubah kemudian.',
  },
  otherSymbol: {
    en: 'The contract calls itself {read}, not {symbol}. Make sure that it is the right one.',
    id: 'Kontrak menamai dirinya {read}, bukan {symbol}. Pastikan kontraknya benar.',
  },
  moreThanHeld: {
    en: 'More of it exists ({supply}) than the exchange can hold with {decimals} decimals ({max}).',
    id: 'Jumlah yang ada ({supply}) melebihi yang dapat disimpan bursa dengan {decimals} desimal ({max}).',
  },
  strangersCode: {
    en: 'A contract is somebody else’s program. One that charges on transfers, changes balances by itself or stops answering does harm: its payouts stop, and what was credited beyond what arrived is the house’s loss.',
    id: 'Kontrak adalah program milik pihak lain. Kontrak yang memotong transfer, mengubah saldo sendiri, atau berhenti menjawab akan merugikan: penarikan token itu terhenti, dan kredit yang melebihi jumlah yang tiba menjadi kerugian bursa.',
  },
  arrivesStill: {
    en: 'What people send all the same is credited as before.',
    id: 'Yang tetap dikirim orang akan dikreditkan seperti biasa.',
  },
} as const satisfies Record<string, Sentence>

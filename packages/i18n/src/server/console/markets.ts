/** Server texts for operators who change markets and dated charges: refusals, and previews. */
import { defineMessages } from '../../catalogue.ts'
import type { Language } from '../../language.ts'

type Sentence = Readonly<Record<Language, string>>

export const marketDeskSentences = {
  'currency.unknown': {
    en: 'This currency is not listed.',
    id: 'Mata uang ini tidak terdaftar.',
  },
  'market.already_listed': {
    en: 'The market {pair} is listed already.',
    id: 'Pasar {pair} sudah terdaftar.',
  },
  'market.unchanged': {
    en: 'Nothing would change: it is like this already.',
    id: 'Tidak ada yang berubah: keadaannya sudah seperti ini.',
  },
  'market.unlike': {
    en: 'Charges are taken over from a market with the same quote currency only.',
    id: 'Biaya hanya dapat disalin dari pasar dengan mata uang kuotasi yang sama.',
  },
  'market.bad_rules': {
    en: 'These rules cannot stand together. The lowest price must be a multiple of the tick, the largest quantity one of the lot; the reference price lies between the lowest and the highest price; the smallest lot at the lowest price is worth at least one unit of the quote currency; a buy band is at least 100%, a sell band at most 100%.',
    id: 'Aturan ini tidak dapat berlaku bersama. Harga terendah harus habis dibagi kelipatan harga, jumlah terbesar habis dibagi kelipatan jumlah; harga acuan berada di antara harga terendah dan tertinggi; kelipatan jumlah pada harga terendah bernilai sedikitnya satu satuan mata uang kuotasi; batas harga beli sedikitnya 100%, batas harga jual paling banyak 100%.',
  },
  'market.fixed_rules': {
    en: 'The currencies and the name of a market never change.',
    id: 'Mata uang dan nama pasar tidak pernah berubah.',
  },
  'market.not_halted': {
    en: 'The rules of a market change only while it is halted. Halt it first.',
    id: 'Aturan pasar hanya dapat diubah saat pasar dihentikan. Hentikan dahulu.',
  },
  'market.orders_off_lot': {
    en: '{count} open orders do not fit this lot. They must be canceled first, or the lot must divide the old one.',
    id: '{count} order terbuka tidak sesuai dengan kelipatan jumlah ini. Order itu harus dibatalkan dahulu, atau pilih kelipatan yang membagi habis kelipatan lama.',
  },
  'schedule.past': {
    en: 'A rate begins in the future or now, never in the past.',
    id: 'Tarif berlaku mulai nanti atau sekarang, tidak pernah surut.',
  },
  'schedule.taken': {
    en: 'A rate of this charge begins at this date already in {pair}. Choose another date.',
    id: 'Tarif biaya ini sudah ada yang mulai berlaku pada tanggal itu di {pair}. Pilih tanggal lain.',
  },
  'schedule.rate_too_high': {
    en: 'The highest rate is {max}%.',
    id: 'Tarif tertinggi {max}%.',
  },
  'schedule.wrong_payer': {
    en: 'A trading fee is paid by maker or taker, of the whole amount; a tax or bourse fee by buyer, seller or both.',
    id: 'Biaya transaksi dibayar maker atau taker, dari seluruh nilai; pajak atau biaya bursa dibayar pembeli, penjual, atau keduanya.',
  },
  'schedule.nothing_traded': {
    en: 'No market trades in this currency.',
    id: 'Tidak ada pasar dengan mata uang kuotasi ini.',
  },
  'schedule.bad_rules': {
    en: 'This rate cannot stand: it repeats one that is there, or is out of bounds.',
    id: 'Tarif ini tidak dapat berlaku: mengulang yang sudah ada, atau di luar batas.',
  },
} as const satisfies Record<string, Sentence>

/** Texts of previews of such changes; a placeholder in braces is an amount, a name or another text. */
export const marketDeskTexts = defineMessages(
  {
    addTitle: 'List the market {pair}. It begins halted; nobody trades until it is opened.',
    rulesTitle: 'Change the rules of {pair}.',
    openTitle: 'Open {pair}: orders are taken and matched again.',
    cancelOnlyTitle: 'Take no new orders in {pair}; open orders can be canceled.',
    haltTitle: 'Halt {pair}: orders are neither taken nor canceled nor matched.',
    chargeTitle: 'Charge {rate} {kind} to {payer} in {where} from {from}.',
    chargeEndTitle: 'Charge no {kind} to {payer} in {where} from {from}.',
    everyMarket: 'every market in {quote} ({pairs})',
    state: 'State',
    open: 'open',
    cancel_only: 'cancel only',
    halted: 'halted',
    currencies: 'Currencies',
    baseAndQuote: '{base} against {quote}',
    tick: 'Tick',
    lot: 'Lot',
    minimum: 'Smallest order',
    quantity_max: 'Largest quantity',
    price_min: 'Lowest price',
    price_max: 'Highest price',
    reference_price: 'Reference price before the first trade',
    buy_band_ppm: 'A buy is at most',
    sell_band_ppm: 'A sell is at least',
    shareOfReference: '{percent}% of the reference',
    open_orders_max: 'Open orders of one account',
    charges: 'Charges',
    likeMarket: 'as in {pair}, now and later',
    openOrders: 'Open orders',
    ordersRest: '{count} orders of {accounts} accounts stay in the book',
    ordersWait:
      '{count} orders of {accounts} accounts wait; their owners cannot cancel them meanwhile',
    ordersOffTick:
      '{count} open orders are off the new tick. They keep their price and their place; the tick binds new orders only.',
    ordersOutside:
      '{count} open orders lie outside the new prices. They stay and can be filled at their price.',
    ordersTooSmall:
      '{count} open orders are below the new smallest order or above the largest. They stay as they are.',
    amountWithRupiah: '{amount} (about {rupiah})',
    fee: 'trading fee',
    bourse: 'bourse fee',
    vat: 'VAT',
    income_tax: 'income tax',
    maker: 'makers',
    taker: 'takers',
    buyer: 'buyers',
    seller: 'sellers',
    both: 'buyers and sellers',
    now: 'the moment it is confirmed',
    rate: 'Rate in {pair}',
    ofGross: '{percent}%',
    ofFee: '{percent}% of the fee',
    none: 'none',
    ended: 'none: the charge ends',
    costOf: 'A trade of Rp 1.000.000 in {pair}: the {side} pays',
    buyingTaker: 'buyer who takes',
    buyingMaker: 'buyer who makes',
    sellingTaker: 'seller who takes',
    sellingMaker: 'seller who makes',
    costOfKinds: '{total}: {parts}',
    laterRow: 'In {pair} another rate of this charge follows on {from}: {percent}%.',
    addedUp: 'In {pair} this charge is taken from {payer} as well, at {percent}%: both are taken.',
    openOrdersCharged:
      'It applies to each fill from that moment, also of orders that are open by then. Charges are taken from what a side receives, so no hold grows and no order is canceled.',
  },
  {
    addTitle:
      'Daftarkan pasar {pair}. Pasar mulai dalam keadaan dihentikan; belum ada yang berdagang sampai dibuka.',
    rulesTitle: 'Ubah aturan {pair}.',
    openTitle: 'Buka {pair}: order diterima dan dicocokkan lagi.',
    cancelOnlyTitle: 'Tidak menerima order baru di {pair}; order terbuka dapat dibatalkan.',
    haltTitle: 'Hentikan {pair}: order tidak diterima, tidak dibatalkan, dan tidak dicocokkan.',
    chargeTitle: 'Kenakan {kind} {rate} kepada {payer} di {where} mulai {from}.',
    chargeEndTitle: 'Hapus {kind} bagi {payer} di {where} mulai {from}.',
    everyMarket: 'semua pasar {quote} ({pairs})',
    state: 'Keadaan',
    open: 'buka',
    cancel_only: 'hanya pembatalan',
    halted: 'dihentikan',
    currencies: 'Mata uang',
    baseAndQuote: '{base} terhadap {quote}',
    tick: 'Kelipatan harga',
    lot: 'Kelipatan jumlah',
    minimum: 'Order terkecil',
    quantity_max: 'Jumlah terbesar',
    price_min: 'Harga terendah',
    price_max: 'Harga tertinggi',
    reference_price: 'Harga acuan sebelum transaksi pertama',
    buy_band_ppm: 'Harga beli paling tinggi',
    sell_band_ppm: 'Harga jual paling rendah',
    shareOfReference: '{percent}% dari acuan',
    open_orders_max: 'Order terbuka per akun',
    charges: 'Biaya',
    likeMarket: 'seperti {pair}, sekarang dan nanti',
    openOrders: 'Order terbuka',
    ordersRest: '{count} order dari {accounts} akun tetap di buku order',
    ordersWait:
      '{count} order dari {accounts} akun menunggu; pemiliknya tidak dapat membatalkan selama itu',
    ordersOffTick:
      '{count} order terbuka tidak sesuai kelipatan harga baru. Harga dan antreannya tetap; kelipatan baru hanya berlaku bagi order baru.',
    ordersOutside:
      '{count} order terbuka berada di luar batas harga baru. Order itu tetap ada dan dapat terisi pada harganya.',
    ordersTooSmall:
      '{count} order terbuka di bawah order terkecil atau di atas jumlah terbesar yang baru. Order itu tetap apa adanya.',
    amountWithRupiah: '{amount} (sekitar {rupiah})',
    fee: 'biaya transaksi',
    bourse: 'biaya bursa',
    vat: 'PPN',
    income_tax: 'PPh',
    maker: 'maker',
    taker: 'taker',
    buyer: 'pembeli',
    seller: 'penjual',
    both: 'pembeli dan penjual',
    now: 'saat dikonfirmasi',
    rate: 'Tarif di {pair}',
    ofGross: '{percent}%',
    ofFee: '{percent}% dari biaya transaksi',
    none: 'tidak ada',
    ended: 'tidak ada: biaya berakhir',
    costOf: 'Transaksi Rp 1.000.000 di {pair}: {side} membayar',
    buyingTaker: 'pembeli taker',
    buyingMaker: 'pembeli maker',
    sellingTaker: 'penjual taker',
    sellingMaker: 'penjual maker',
    costOfKinds: '{total}: {parts}',
    laterRow: 'Di {pair} ada tarif lain untuk biaya ini mulai {from}: {percent}%.',
    addedUp:
      'Di {pair} biaya ini juga dikenakan kepada {payer} sebesar {percent}%: keduanya dipungut.',
    openOrdersCharged:
      'Berlaku untuk setiap pengisian sejak saat itu, termasuk order yang sudah terbuka. Biaya diambil dari yang diterima tiap pihak, jadi tidak ada dana tertahan yang bertambah dan tidak ada order yang dibatalkan.',
  },
)

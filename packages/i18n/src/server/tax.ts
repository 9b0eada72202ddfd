/** Server texts about withheld taxes. */
import type { Language } from '../language.ts'

export const taxSentences = {
  'tax.period_ahead': {
    en: 'This period has not begun yet.',
    id: 'Masa ini belum dimulai.',
  },
  'tax.not_held': {
    en: 'No more than {most} of this kind was withheld in rupiah and not handed on yet.',
    id: 'Jenis ini yang dipungut dalam rupiah dan belum disetor tidak lebih dari {most}.',
  },
  'tax.not_at_bank': {
    en: 'By the books the bank holds no more than {most} of ours.',
    id: 'Menurut buku, simpanan kami di bank tidak lebih dari {most}.',
  },
  'tax.reference_used': {
    en: 'This payment is booked already, under the same reference.',
    id: 'Pembayaran dengan referensi ini sudah dicatat.',
  },
} as const

const kinds = {
  en: { vat: 'VAT', income_tax: 'income tax', bourse: 'bourse fees' },
  id: { vat: 'PPN', income_tax: 'PPh Pasal 22', bourse: 'biaya bursa' },
} as const

/** The kind of a withheld tax, within a sentence. */
export function taxKindText(language: Language, kind: keyof (typeof kinds)['en']): string {
  return kinds[language][kind]
}

/** Names of months, as in documents. */
const months: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  id: [
    'Januari',
    'Februari',
    'Maret',
    'April',
    'Mei',
    'Juni',
    'Juli',
    'Agustus',
    'September',
    'Oktober',
    'November',
    'Desember',
  ],
}

/** A calendar month (from 1), or a whole year. */
export function taxPeriodText(language: Language, year: number, month: number | null): string {
  return month === null ? String(year) : `${months[language][month - 1] ?? month} ${year}`
}

/** The texts of the tax document. */
export const taxDocumentTexts = {
  en: {
    title: 'Evidence of taxes withheld on crypto assets',
    titleYear: 'Yearly summary of taxes withheld on crypto assets',
    about: 'Document',
    number: 'Number',
    period: 'Tax period',
    status: 'Status',
    normal: 'Normal (never corrected)',
    running: 'Not final: the period is still running',
    platform: 'Withheld by',
    taxpayer: 'Taxpayer',
    name: 'Name',
    address: 'Address',
    npwp: 'NPWP',
    nik: 'NIK or passport number',
    notGiven: 'Not given',
    unverified: '(identity not verified yet)',
    sums: 'Totals',
    kind: 'Tax',
    rate: 'Rate',
    count: 'Transactions',
    base: 'Tax base (Rp)',
    tax: 'Tax (Rp)',
    total: 'Total',
    months: 'By month',
    month: 'Month',
    transactions: 'Transactions',
    transactionsNote: 'Times are those of Jakarta (WIB).',
    transaction: 'Number',
    time: 'Time (WIB)',
    deal: 'Kind',
    asset: 'Asset',
    quantity: 'Quantity',
    rowStatus: 'Status',
    withheld: 'Withheld',
    holdings: 'Assets held at the end of the year',
    holdingsNow: 'Assets held now',
    holdingsNote: 'Valued at the last price on this platform before the end of the year.',
    price: 'Price of one (Rp)',
    value: 'Value (Rp)',
    unknown: 'not known',
    noTaxes: 'No tax was withheld in this period.',
    noHoldings: 'Nothing was held.',
    buy: 'Purchase',
    sell: 'Sale',
    swap: 'Swap',
    vat: 'VAT',
    income_tax: 'Income tax, article 22',
    notes: [
      'Taxes are taken from what each trade brings, at the rate of its day, rounded down for each trade.',
      'Swaps are taxed on both sides, each on the rupiah value of its trade at the last rupiah price on this platform. Where no rupiah price was known yet, the tax stands in the file of transactions in its own currency and in no total here.',
    ],
  },
  id: {
    title: 'Bukti pemungutan pajak aset kripto',
    titleYear: 'Ringkasan tahunan pemungutan pajak aset kripto',
    about: 'Dokumen',
    number: 'Nomor',
    period: 'Masa pajak',
    status: 'Status',
    normal: 'Normal (tidak pernah dibetulkan)',
    running: 'Belum final: masa masih berjalan',
    platform: 'Pemungut',
    taxpayer: 'Wajib pajak',
    name: 'Nama',
    address: 'Alamat',
    npwp: 'NPWP',
    nik: 'NIK atau nomor paspor',
    notGiven: 'Belum ada',
    unverified: '(identitas belum terverifikasi)',
    sums: 'Jumlah',
    kind: 'Pajak',
    rate: 'Tarif',
    count: 'Transaksi',
    base: 'Dasar pengenaan (Rp)',
    tax: 'Pajak (Rp)',
    total: 'Total',
    months: 'Per bulan',
    month: 'Bulan',
    transactions: 'Transaksi',
    transactionsNote: 'Waktu adalah waktu Jakarta (WIB).',
    transaction: 'Nomor',
    time: 'Waktu (WIB)',
    deal: 'Jenis',
    asset: 'Aset',
    quantity: 'Jumlah aset',
    rowStatus: 'Status',
    withheld: 'Dipungut',
    holdings: 'Aset yang dimiliki pada akhir tahun',
    holdingsNow: 'Aset yang dimiliki saat ini',
    holdingsNote: 'Dinilai dengan harga terakhir di platform ini sebelum akhir tahun.',
    price: 'Harga satuan (Rp)',
    value: 'Nilai (Rp)',
    unknown: 'tidak diketahui',
    noTaxes: 'Tidak ada pajak yang dipungut pada masa ini.',
    noHoldings: 'Tidak ada aset yang dimiliki.',
    buy: 'Pembelian',
    sell: 'Penjualan',
    swap: 'Tukar-menukar',
    vat: 'PPN',
    income_tax: 'PPh Pasal 22',
    notes: [
      'Pajak dipungut dari hasil setiap transaksi dengan tarif yang berlaku pada hari itu, dibulatkan ke bawah untuk setiap transaksi.',
      'Pada tukar-menukar kedua pihak dikenai pajak, masing-masing atas nilai rupiah transaksinya menurut harga rupiah terakhir di platform ini. Jika saat itu belum ada harga rupiah, pajaknya tercantum di berkas transaksi dalam mata uangnya sendiri dan tidak masuk jumlah di sini.',
    ],
  },
} as const

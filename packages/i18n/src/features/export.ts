/** Own orders and fills as files for spreadsheets. */
import { defineMessages } from '../catalogue.ts'

export const exportMessages = defineMessages(
  {
    group: 'Download as CSV',
    hint: 'CSV, all markets, times in UTC and WIB',
    orders: 'Orders',
    fills: 'Fills and taxes',
    downloadOrders: 'Download all orders as CSV',
    downloadFills: 'Download all fills with charges and taxes as CSV',
    busy: 'Preparing…',
    done: 'Saved: {name}',
    failed: 'The file could not be loaded. Nothing was changed; try again.',
    tooOften: 'Many files in a short time. Wait half a minute, then try again.',
  },
  {
    group: 'Unduh sebagai CSV',
    hint: 'CSV, semua pasar, waktu UTC dan WIB',
    orders: 'Order',
    fills: 'Transaksi dan pajak',
    downloadOrders: 'Unduh semua order sebagai CSV',
    downloadFills: 'Unduh semua transaksi beserta biaya dan pajak sebagai CSV',
    busy: 'Menyiapkan…',
    done: 'Tersimpan: {name}',
    failed: 'Berkas tidak dapat dimuat. Tidak ada yang berubah; coba lagi.',
    tooOften: 'Terlalu banyak berkas dalam waktu singkat. Tunggu setengah menit, lalu coba lagi.',
  },
)

/** Export of the user's orders and fills to spreadsheets. */
import { defineMessages } from '../../catalogue.ts'

export const exportMessages = defineMessages(
  {
    group: 'Download as CSV',
    hint: 'CSV, all markets, times in UTC and WIB',
    orders: 'Orders',
    fills: 'Fills and taxes',
    downloadOrders: 'Orders: download all as CSV',
    downloadFills: 'Fills and taxes: download all as CSV',
    busy: 'Preparing the file…',
    done: 'Saved: {name}',
    failed: 'The file could not be loaded. Nothing was changed; try again.',
    tooOften: 'Many files in a short time. Wait half a minute, then try again.',
  },
  {
    group: 'Unduh sebagai CSV',
    hint: 'CSV, semua pasar, waktu UTC dan WIB',
    orders: 'Order',
    fills: 'Transaksi dan pajak',
    downloadOrders: 'Order: unduh semua sebagai CSV',
    downloadFills: 'Transaksi dan pajak: unduh semua sebagai CSV',
    busy: 'Menyiapkan berkas…',
    done: 'Tersimpan: {name}',
    failed: 'Berkas tidak dapat dimuat. Tidak ada yang berubah; coba lagi.',
    tooOften: 'Terlalu banyak berkas dalam waktu singkat. Tunggu setengah menit, lalu coba lagi.',
  },
)

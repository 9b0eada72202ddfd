/** The wallets page. */
import { defineMessages } from '../../catalogue.ts'

export const walletMessages = defineMessages(
  {
    title: 'My wallet',
    hint: 'What you hold, free and in process',
    text: 'Everything you hold here: what is free to use and what is in process.',
    helpTitle: 'What “in process” means',
    helpText:
      'It is held for your open orders and withdrawals. On a wide screen press the amount to see which ones hold it; cancel one and it is free again at once.',
    exactTitle: 'To the last unit',
    exactText:
      'The figures come from the ledger, not from a copy. They change here in the moment in which they change there.',
    trade: 'Open the exchange',
    all: 'All you have, in rupiah',
    without: 'Without {symbols}: nobody knows a price.',
    partFree: 'Available',
    partOrders: 'In orders',
    partWithdrawals: 'In withdrawals',
    partArriving: 'Arriving',
    currencies: 'Currencies',
    worth: 'In rupiah',
    ways: 'Ways in and out',
    depositRupiah: 'Deposit rupiah',
    withdrawRupiah: 'Withdraw rupiah',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
    digits: 'Digits',
    digitsAll: 'All digits',
  },
  {
    title: 'Dompet saya',
    hint: 'Yang Anda miliki, bebas dan dalam proses',
    text: 'Semua yang Anda miliki di sini: yang bebas dipakai dan yang dalam proses.',
    helpTitle: 'Arti “dalam proses”',
    helpText:
      'Jumlah itu ditahan untuk order terbuka dan penarikan Anda. Di layar lebar, tekan jumlahnya untuk melihat mana yang menahannya; batalkan salah satu dan jumlahnya langsung bebas lagi.',
    exactTitle: 'Sampai satuan terakhir',
    exactText:
      'Angka ini berasal dari pembukuan, bukan dari salinannya. Di sini berubah pada saat yang sama dengan di sana.',
    trade: 'Buka bursa',
    all: 'Semua milik Anda, dalam rupiah',
    without: 'Tanpa {symbols}: harganya belum diketahui.',
    partFree: 'Tersedia',
    partOrders: 'Dalam order',
    partWithdrawals: 'Dalam penarikan',
    partArriving: 'Sedang masuk',
    currencies: 'Mata uang',
    worth: 'Dalam rupiah',
    ways: 'Jalan masuk dan keluar',
    depositRupiah: 'Setor rupiah',
    withdrawRupiah: 'Tarik rupiah',
    deposit: 'Setor',
    withdraw: 'Tarik',
    digits: 'Digit',
    digitsAll: 'Semua digit',
  },
)

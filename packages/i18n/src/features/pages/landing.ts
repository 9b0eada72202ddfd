/** The landing page, without the texts that the market list shares. */
import { defineMessages } from '../../catalogue.ts'

export const landingMessages = defineMessages(
  {
    heroTitle: 'Trade digital assets in rupiah.',
    heroTitleMore: 'See every cost before you click.',
    heroText:
      'A limit order book for Bitcoin and other assets against the rupiah, with fees, bourse fees and tax in plain sight on every order.',
    createAccount: 'Create an account',
    seeMarkets: 'See the markets',
    openExchange: 'Open the exchange',
    tryNote: 'One click signs you in as a demo trader with play money. No form, no mail.',
    figureUsers: 'registered users',
    figureAssets: 'digital assets',
    figureTransactions: 'daily transactions',
    figures: 'The exchange in figures',
    cardTitle: '{pair} live',
    cardTrade: 'Trade {pair}',
    bestBid: 'Best buy',
    bestAsk: 'Best sell',
    recentTrades: 'Price of the last {count} trades',
    waitingForTrades: 'The curve appears with the first trades.',
    demoTitle: 'The receipt before the click',
    demoText:
      'Type an amount. This is the live book, and this is to the last unit what an order would cost and bring right now.',
    closingTry: 'Start with play money',
    closingTitle: 'See for yourself',
    closingText:
      'A whole exchange with play money: place an order, watch it fill, read the receipt.',
  },
  {
    heroTitle: 'Jual beli aset digital dengan rupiah.',
    heroTitleMore: 'Semua biaya terlihat sebelum klik.',
    heroText:
      'Buku order untuk Bitcoin dan aset lain terhadap rupiah, dengan biaya, biaya bursa, dan pajak yang jelas di setiap order.',
    createAccount: 'Buat akun',
    seeMarkets: 'Lihat pasar',
    openExchange: 'Buka bursa',
    tryNote: 'Satu klik masuk sebagai trader demo dengan uang mainan. Tanpa formulir, tanpa email.',
    figureUsers: 'pengguna terdaftar',
    figureAssets: 'aset digital',
    figureTransactions: 'transaksi harian',
    figures: 'Bursa dalam angka',
    cardTitle: '{pair} langsung',
    cardTrade: 'Transaksi {pair}',
    bestBid: 'Beli terbaik',
    bestAsk: 'Jual terbaik',
    recentTrades: 'Harga {count} transaksi terakhir',
    waitingForTrades: 'Kurva muncul bersama transaksi pertama.',
    demoTitle: 'Struk sebelum klik',
    demoText:
      'Ketik suatu jumlah. Inilah buku order langsung, dan inilah, sampai satuan terkecil, biaya dan hasil order saat ini.',
    closingTry: 'Mulai dengan uang mainan',
    closingTitle: 'Buktikan sendiri',
    closingText: 'Bursa utuh dengan uang mainan: pasang order, lihat terisi, baca struknya.',
  },
)

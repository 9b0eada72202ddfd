/** How the trading page is arranged and handled by keys: presets, splitters, shortcuts, pause. */
import { defineMessages } from '../catalogue.ts'

export const layoutMessages = defineMessages(
  {
    toPro: 'Put the order form beside the book',
    toClassic: 'Put the order forms under the chart',
    splitList: 'Width of the market list',
    splitSide: 'Width of the order book',
    splitChart: 'Height of the chart',
    splitOwn: 'Height of your orders',
    splitHint: 'Drag, or use the arrow keys. A double click or Enter resets it.',
    pixels: '{px} pixels',

    pauseBook: 'Pause the order book and the transactions',
    resumeBook: 'Let the order book and the transactions go on',
    bookPaused: 'Paused at {time}',
    speakBook: 'Say how the book stands',
    spokenBook:
      'Best buy {bid}, best sell {ask}, spread {spread}. Within one percent: {bids} {base} to buy, {asks} {base} to sell.',
    spokenNoBook: 'The order book has not come yet.',
    spokenEmptySide: 'none',

    keys: 'Keyboard shortcuts',
    nothingToCancel: 'You have no open orders in this market.',
    orderGone: 'That order is no longer open.',
    cancelNewestTitle: 'Cancel your newest order?',
    cancelNewest: 'Cancel the order',
    keepOrder: 'Keep the order',
    groupedBy: 'The book is grouped by {step}.',
  },
  {
    toPro: 'Letakkan formulir order di samping buku order',
    toClassic: 'Letakkan formulir order di bawah grafik',
    splitList: 'Lebar daftar pasar',
    splitSide: 'Lebar buku order',
    splitChart: 'Tinggi grafik',
    splitOwn: 'Tinggi order Anda',
    splitHint: 'Seret, atau gunakan tombol panah. Klik ganda atau Enter mengembalikannya.',
    pixels: '{px} piksel',

    pauseBook: 'Jeda buku order dan transaksi',
    resumeBook: 'Lanjutkan buku order dan transaksi',
    bookPaused: 'Dijeda pukul {time}',
    speakBook: 'Sebutkan keadaan buku order',
    spokenBook:
      'Beli terbaik {bid}, jual terbaik {ask}, selisih {spread}. Dalam satu persen: {bids} {base} untuk dibeli, {asks} {base} untuk dijual.',
    spokenNoBook: 'Buku order belum datang.',
    spokenEmptySide: 'tidak ada',

    keys: 'Pintasan papan ketik',
    nothingToCancel: 'Anda tidak punya order terbuka di pasar ini.',
    orderGone: 'Order itu sudah tidak terbuka.',
    cancelNewestTitle: 'Batalkan order terbaru Anda?',
    cancelNewest: 'Batalkan order',
    keepOrder: 'Biarkan order',
    groupedBy: 'Buku order dikelompokkan per {step}.',
  },
)

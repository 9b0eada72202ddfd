/** The layout and keyboard use of the trading page: presets, splitters, shortcuts; loaded after the page. */
import { defineMessages } from '../../catalogue.ts'
import { layoutViewMessages } from './layout-view.ts'

export const layoutMessages = defineMessages(
  {
    ...layoutViewMessages.en,
    classicText: 'Both order forms under the chart',
    proText: 'One order form beside the book',
    chartFocusText: 'The chart as large as it goes, the book below the form',
    bookFocusText: 'The book as high as it goes, the chart small',
    splitList: 'Width of the market list',
    splitSide: 'Width of the order book',
    splitChart: 'Height of the chart',
    splitOwn: 'Height of your orders',
    splitHint: 'Drag, or use the arrow keys. A double click or Enter resets it.',
    pixels: '{px} pixels',

    nothingToCancel: 'You have no open orders in this market.',
    orderGone: 'That order is no longer open.',
    cancelNewestTitle: 'Cancel your newest order?',
    cancelNewest: 'Cancel the order',
    keepOrder: 'Keep the order',
    groupedBy: 'The book is grouped by {step}.',
  },
  {
    ...layoutViewMessages.id,
    classicText: 'Kedua formulir order di bawah grafik',
    proText: 'Satu formulir order di samping buku order',
    chartFocusText: 'Grafik sebesar mungkin, buku order di bawah formulir',
    bookFocusText: 'Buku order setinggi mungkin, grafik kecil',
    splitList: 'Lebar daftar pasar',
    splitSide: 'Lebar buku order',
    splitChart: 'Tinggi grafik',
    splitOwn: 'Tinggi order Anda',
    splitHint: 'Seret, atau gunakan tombol panah. Klik ganda atau Enter mengembalikannya.',
    pixels: '{px} piksel',

    nothingToCancel: 'Anda tidak punya order terbuka di pasar ini.',
    orderGone: 'Order itu sudah tidak terbuka.',
    cancelNewestTitle: 'Batalkan order terbaru Anda?',
    cancelNewest: 'Batalkan order',
    keepOrder: 'Biarkan order',
    groupedBy: 'Buku order dikelompokkan per {step}.',
  },
)

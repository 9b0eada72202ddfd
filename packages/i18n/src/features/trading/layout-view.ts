/**
 * The layout texts that the trading page needs at first: its name, the button that pauses the book, the
 * update rate.
 */
import { defineMessages } from '../../catalogue.ts'

export const layoutViewMessages = defineMessages(
  {
    layout: 'Arrangement of the page',
    layoutOf: 'Arrangement of the page: {name}',
    classic: 'Classic',
    pro: 'Pro',
    chartFocus: 'Chart focus',
    bookFocus: 'Book focus',

    pauseBook: 'Pause the order book and the transactions',
    resumeBook: 'Let the order book and the transactions go on',
    bookPaused: 'Paused at {time}',
    slowPace: '{times}×/s',
    slowPaceTitle: 'This device draws the book {times} times a second',
    speakBook: 'Say how the book stands',
    spokenBook:
      'Best buy {bid}, best sell {ask}, spread {spread}. Within one percent: {bids} {base} to buy, {asks} {base} to sell.',
    spokenNoBook: 'The order book has not come yet.',
    spokenEmptySide: 'none',

    keys: 'Keyboard shortcuts',
  },
  {
    layout: 'Tata letak halaman',
    layoutOf: 'Tata letak halaman: {name}',
    classic: 'Klasik',
    pro: 'Pro',
    chartFocus: 'Fokus grafik',
    bookFocus: 'Fokus buku order',

    pauseBook: 'Jeda buku order dan transaksi',
    resumeBook: 'Lanjutkan buku order dan transaksi',
    bookPaused: 'Dijeda pukul {time}',
    slowPace: '{times}×/dtk',
    slowPaceTitle: 'Perangkat ini menampilkan buku order {times} kali per detik',
    speakBook: 'Sebutkan keadaan buku order',
    spokenBook:
      'Beli terbaik {bid}, jual terbaik {ask}, selisih {spread}. Dalam satu persen: {bids} {base} untuk dibeli, {asks} {base} untuk dijual.',
    spokenNoBook: 'Buku order belum datang.',
    spokenEmptySide: 'tidak ada',

    keys: 'Pintasan papan ketik',
  },
)

/** News on the trading page. */
import { defineMessages } from '../../catalogue.ts'

export const newsMessages = defineMessages(
  {
    title: 'News',
    empty: 'No news available',
    failed: 'The news could not be loaded',
    failedText: 'Trading, your balances and orders are not affected.',
    moreFailed: 'More news could not be loaded.',
    loading: 'Loading news',
    loadMore: 'Load More',
    moreLoaded: '{count} more articles',
    outside: 'More at {host}',
    newTab: '(opens in a new tab)',
  },
  {
    title: 'Berita',
    empty: 'Belum ada berita',
    failed: 'Berita tidak dapat dimuat',
    failedText: 'Perdagangan, saldo, dan order Anda tidak terpengaruh.',
    moreFailed: 'Berita selanjutnya tidak dapat dimuat.',
    loading: 'Memuat berita',
    loadMore: 'Muat lebih banyak',
    moreLoaded: '{count} artikel lagi',
    outside: 'Selengkapnya di {host}',
    newTab: '(terbuka di tab baru)',
  },
)

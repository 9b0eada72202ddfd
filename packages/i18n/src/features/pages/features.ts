/** The features of the exchange, below the first view of the landing page. */
import { defineMessages } from '../../catalogue.ts'

export const featureMessages = defineMessages(
  {
    featuresTitle: 'Built so that nothing surprises you',
    featuresText: 'What others show afterwards stands here before you decide.',
    featureExact: 'Exact to the last rupiah',
    featureExactText:
      'Money is counted in whole units. Every trade is a double entry whose sum is zero, at all times.',
    featureSafe: 'Nothing that was confirmed is lost',
    featureSafeText:
      'An order is confirmed only after it is written down. Cut the power and it still stands, once.',
    featureTypes: 'Types the way you do',
    featureTypesText:
      '1,5jt, 1.500.000 or 25rb: understood, said back in words, and asked when it could mean two things.',
    featureHonest: 'Figures that say how fresh they are',
    featureHonestText:
      'If the connection falters, the page says so and greys the prices until they are checked again.',
    featureOpen: 'For every eye and hand',
    featureOpenText:
      'Dark and light, a color pair for the color-blind, full keyboard use, an order book that screen readers can read.',
  },
  {
    featuresTitle: 'Dibuat agar tidak ada kejutan',
    featuresText:
      'Yang di tempat lain baru terlihat sesudahnya, di sini terlihat sebelum Anda memutuskan.',
    featureExact: 'Tepat sampai rupiah terakhir',
    featureExactText:
      'Uang dihitung dalam satuan bulat. Setiap transaksi adalah pembukuan ganda yang jumlahnya selalu nol.',
    featureSafe: 'Yang sudah dikonfirmasi tidak hilang',
    featureSafeText:
      'Order dikonfirmasi hanya setelah dicatat. Listrik padam pun order itu tetap ada, dan hanya satu.',
    featureTypes: 'Mengerti cara Anda mengetik',
    featureTypesText:
      '1,5jt, 1.500.000, atau 25rb: dipahami, dibacakan dengan kata, dan ditanyakan bila bisa bermakna dua.',
    featureHonest: 'Angka yang jujur tentang umurnya',
    featureHonestText:
      'Bila koneksi terganggu, halaman mengatakannya dan meredupkan harga sampai diperiksa lagi.',
    featureOpen: 'Untuk semua mata dan tangan',
    featureOpenText:
      'Gelap dan terang, pasangan warna untuk buta warna, penuh dengan papan ketik, buku order yang terbaca pembaca layar.',
  },
)

/** First articles about trading: orders, the book, costs and taxes. */
import type { ArticleDraft } from '../articles.ts'

const limitOrders: ArticleDraft = {
  title: { en: 'How a limit order works', id: 'Cara kerja order limit' },
  body: {
    en: `<p>A limit order says two things: how much, and at which price at worst. It is never filled
      at a price that is worse for you.</p>
      <h3>What happens after the click</h3>
      <ol><li>The money that it may need is held, so that it cannot be spent twice.</li>
      <li>Whatever others offer at your price or better is filled at once, at <em>their</em> price.</li>
      <li>The rest waits in the book. At one price, whoever came first is served first.</li></ol>
      <p>An example: the cheapest seller asks Rp 1.650.000.000 for 1 BTC. You bid Rp 1.660.000.000.
      You pay Rp 1.650.000.000, because that is what was asked.</p>
      <h3>Three ways to limit it further</h3>
      <ul><li><strong>IOC</strong>: fill what is possible now, cancel the rest.</li>
      <li><strong>FOK</strong>: fill all of it now, or nothing.</li>
      <li><strong>Post-only</strong>: only wait in the book; refuse rather than fill at once.</li></ul>
      <p>A canceled order gives back at once what was held for its unfilled part. Your order never
      trades with another order of your own.</p>`,
    id: `<p>Order limit menyatakan dua hal: berapa banyak, dan pada harga berapa paling buruk. Order itu
      tidak pernah terisi pada harga yang lebih buruk bagi Anda.</p>
      <h3>Yang terjadi setelah Anda menekan tombol</h3>
      <ol><li>Dana yang mungkin diperlukan ditahan, sehingga tidak dapat dipakai dua kali.</li>
      <li>Penawaran lain pada harga Anda atau lebih baik langsung terisi, pada harga
      <em>mereka</em>.</li>
      <li>Sisanya menunggu di buku order. Pada harga yang sama, yang datang lebih dulu dilayani lebih
      dulu.</li></ol>
      <p>Contoh: penjual termurah meminta Rp 1.650.000.000 untuk 1 BTC. Anda menawar
      Rp 1.660.000.000. Anda membayar Rp 1.650.000.000, karena itulah yang diminta.</p>
      <h3>Tiga cara membatasinya lebih jauh</h3>
      <ul><li><strong>IOC</strong>: isi yang bisa sekarang, batalkan sisanya.</li>
      <li><strong>FOK</strong>: isi seluruhnya sekarang, atau tidak sama sekali.</li>
      <li><strong>Post-only</strong>: hanya menunggu di buku; ditolak daripada langsung terisi.</li></ul>
      <p>Order yang dibatalkan langsung mengembalikan dana yang ditahan untuk bagian yang belum terisi.
      Order Anda tidak pernah bertemu order Anda sendiri.</p>`,
  },
  extLink: null,
}

const orderBook: ArticleDraft = {
  title: { en: 'Reading an order book', id: 'Membaca buku order' },
  body: {
    en: `<p>The order book lists what people want to buy and sell right now, added up by price. Sells
      stand on top, buys below, the best prices in the middle.</p>
      <h3>What to look at</h3>
      <ul><li><strong>The spread</strong> is the gap between the best sell and the best buy. Who buys
      and sells again at once loses it.</li>
      <li><strong>The depth</strong> is how much stands at and near the best prices. The shading behind
      a row shows it. A large order eats its way through several rows, and its average price gets
      worse.</li>
      <li><strong>The place in line</strong>: an order at a price that others offer too is filled after
      theirs.</li></ul>
      <p>The precision menu puts neighboring prices together. A click on a row takes its price and
      amount into the order forms; nothing is sent by it.</p>
      <p>A book shows intentions, not promises: every order in it can be canceled in the next moment. A
      wall of orders is no reason that a price has to turn.</p>`,
    id: `<p>Buku order memuat apa yang ingin dibeli dan dijual orang saat ini, dijumlahkan per harga.
      Order jual di atas, order beli di bawah, harga terbaik di tengah.</p>
      <h3>Yang perlu diperhatikan</h3>
      <ul><li><strong>Selisih harga</strong> adalah jarak antara jual terbaik dan beli terbaik. Siapa
      membeli lalu langsung menjual lagi akan kehilangan selisih itu.</li>
      <li><strong>Kedalaman</strong> adalah banyaknya order pada dan dekat harga terbaik. Bayangan di
      belakang baris menunjukkannya. Order besar menghabiskan beberapa baris, dan harga rata-ratanya
      memburuk.</li>
      <li><strong>Urutan antre</strong>: order pada harga yang juga ditawarkan orang lain terisi setelah
      order mereka.</li></ul>
      <p>Menu presisi menggabungkan harga yang berdekatan. Menekan sebuah baris membawa harga dan
      jumlahnya ke formulir order; tidak ada yang terkirim karenanya.</p>
      <p>Buku order memperlihatkan niat, bukan janji: setiap order di dalamnya dapat dibatalkan pada saat
      berikutnya. Dinding order bukan alasan bahwa harga harus berbalik.</p>`,
  },
  extLink: null,
}

const fees: ArticleDraft = {
  title: {
    en: 'What a trade costs: trading fee and bourse fee',
    id: 'Biaya satu transaksi: biaya perdagangan dan biaya bursa',
  },
  body: {
    en: `<p>Besides the tax there are two charges, and each is a line of its own in the receipt that you
      see before you place an order.</p>
      <ul><li><strong>Trading fee.</strong> Who takes an offer that stands in the book (the taker) pays
      0,2%. Whose order waited there (the maker) pays 0,1%.</li>
      <li><strong>Bourse fee.</strong> Each side pays it for the registration of the trade at the crypto
      bourse: 0,0111% in rupiah markets since 1 March 2026 (0,0222% before), 0,0222% in markets
      against USDT.</li></ul>
      <h3>An example</h3>
      <p>You sell for Rp 1.000.000 as a taker: trading fee Rp 2.000, bourse fee Rp 111, income tax
      Rp 2.100. You receive Rp 995.789.</p>
      <p>One order can be both: the part that fills at once is charged as a taker’s, the part that waits
      as a maker’s. What applies to a market today stands under “Rules of this market” on its trading
      page.</p>`,
    id: `<p>Selain pajak ada dua biaya, dan masing-masing merupakan baris tersendiri di rincian yang Anda
      lihat sebelum memasang order.</p>
      <ul><li><strong>Biaya perdagangan.</strong> Yang mengambil penawaran di buku order (taker) membayar
      0,2%. Yang ordernya menunggu di sana (maker) membayar 0,1%.</li>
      <li><strong>Biaya bursa.</strong> Dibayar masing-masing pihak untuk pencatatan transaksi di bursa
      aset kripto: 0,0111% di pasar rupiah sejak 1 Maret 2026 (sebelumnya 0,0222%), 0,0222% di pasar
      terhadap USDT.</li></ul>
      <h3>Contoh</h3>
      <p>Anda menjual senilai Rp 1.000.000 sebagai taker: biaya perdagangan Rp 2.000, biaya bursa Rp 111,
      pajak penghasilan Rp 2.100. Anda menerima Rp 995.789.</p>
      <p>Satu order dapat menjadi keduanya: bagian yang langsung terisi dikenai tarif taker, bagian yang
      menunggu tarif maker. Tarif sebuah pasar hari ini tertera di “Aturan pasar ini” pada halaman
      perdagangannya.</p>`,
  },
  extLink: null,
}

const tax: ArticleDraft = {
  title: { en: 'Tax on crypto assets in Indonesia', id: 'Pajak atas aset kripto di Indonesia' },
  body: {
    en: `<p>Since 1 August 2025 the regulation <strong>PMK 50/2025</strong> applies.</p>
      <ul><li>Who <strong>sells</strong> pays final income tax (PPh 22): 0,21% of the transaction value
      on a domestic platform, 1% on a foreign one.</li>
      <li>Who <strong>buys</strong> pays no VAT on the crypto asset any more.</li>
      <li>Where one crypto asset is exchanged for another, <strong>both</strong> are sellers, and each
      pays on the rupiah value of what he hands over.</li></ul>
      <p>The value is the price paid, without taking off fees. Selling for Rp 350.000.000 costs
      Rp 735.000 of tax.</p>
      <h3>What applied before</h3>
      <ul><li>From 1 May 2022 (PMK 68/2022): VAT 0,11% for the buyer and income tax 0,1% for the seller
      at a registered trader.</li>
      <li>At the beginning of 2025 exchanges charged 0,12% VAT; with PMK 11/2025 it was 0,11% again from
      February.</li></ul>
      <p>A domestic platform withholds the tax with each trade: it is a line of the receipt and of the
      order’s history. This article is no tax advice; the tax office tells what applies to you.</p>`,
    id: `<p>Sejak 1 Agustus 2025 berlaku <strong>PMK 50/2025</strong>.</p>
      <ul><li>Yang <strong>menjual</strong> membayar pajak penghasilan final (PPh 22): 0,21% dari nilai
      transaksi di platform dalam negeri, 1% di platform luar negeri.</li>
      <li>Yang <strong>membeli</strong> tidak lagi membayar PPN atas aset kriptonya.</li>
      <li>Jika satu aset kripto ditukar dengan aset kripto lain, <strong>kedua pihak</strong> adalah
      penjual, dan masing-masing membayar atas nilai rupiah dari yang diserahkannya.</li></ul>
      <p>Nilai transaksi adalah harga yang dibayar, tanpa dikurangi biaya. Menjual senilai
      Rp 350.000.000 dikenai pajak Rp 735.000.</p>
      <h3>Yang berlaku sebelumnya</h3>
      <ul><li>Sejak 1 Mei 2022 (PMK 68/2022): PPN 0,11% bagi pembeli dan pajak penghasilan 0,1% bagi
      penjual pada pedagang terdaftar.</li>
      <li>Pada awal 2025 bursa memungut PPN 0,12%; dengan PMK 11/2025 tarifnya kembali 0,11% sejak
      Februari.</li></ul>
      <p>Platform dalam negeri memungut pajak pada setiap transaksi: satu baris di rincian dan di riwayat
      order. Artikel ini bukan nasihat pajak; kantor pajak menjelaskan apa yang berlaku bagi Anda.</p>`,
  },
  extLink: 'https://www.pajak.go.id/',
}

/** Oldest first. */
export const tradingArticles: readonly ArticleDraft[] = [tax, fees, orderBook, limitOrders]

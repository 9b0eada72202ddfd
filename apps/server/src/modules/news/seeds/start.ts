/** First articles about this exchange: what is simulated, where money is, closing times and identity. */
import type { ArticleDraft } from '../articles.ts'

const kyc: ArticleDraft = {
  title: {
    en: 'Why exchanges ask who you are (KYC)',
    id: 'Mengapa bursa menanyakan identitas Anda (KYC)',
  },
  body: {
    en: `<p>Traders of crypto assets must know their customers, so that stolen money finds no way out and
      nobody trades in your name. In this simulation nothing of it is needed: every account can
      trade at once.</p>
      <h3>What a licensed exchange wants to see</h3>
      <ul><li>Indonesian citizens: the identity card (KTP) with its number of 16 digits (NIK).</li>
      <li>Foreigners: a passport, or a KITAS or KITAP.</li>
      <li>A picture of your face, which is compared with the document.</li></ul>
      <h3>How to keep your documents safe</h3>
      <ul><li>Upload them only inside your own account, never by chat or mail.</li>
      <li>Photograph the whole card, sharp, without reflections and without a finger on it: most
      refusals have that reason.</li>
      <li>The law on personal data (UU 27/2022) lets you see, correct and delete what is kept about you, as
      far as no other law demands keeping it.</li></ul>
      <p>Please use no real documents in a simulation.</p>`,
    id: `<p>Pedagang aset kripto wajib mengenal nasabahnya, agar uang curian tidak menemukan jalan keluar
      dan tidak ada yang bertransaksi atas nama Anda. Dalam simulasi ini semua itu tidak diperlukan:
      setiap akun langsung dapat bertransaksi.</p>
      <h3>Yang ingin dilihat bursa berizin</h3>
      <ul><li>Warga negara Indonesia: KTP dengan NIK 16 digit.</li>
      <li>Warga negara asing: paspor, atau KITAS maupun KITAP.</li>
      <li>Foto wajah Anda, yang dibandingkan dengan dokumen itu.</li></ul>
      <h3>Cara menjaga dokumen Anda</h3>
      <ul><li>Unggah hanya di dalam akun Anda sendiri, jangan pernah lewat obrolan atau email.</li>
      <li>Foto seluruh kartu, tajam, tanpa pantulan dan tanpa jari di atasnya: itulah alasan sebagian
      besar penolakan.</li>
      <li>Undang-undang pelindungan data pribadi (UU 27/2022) memberi Anda hak melihat, memperbaiki, dan
      menghapus data tentang Anda, sejauh tidak ada undang-undang lain yang mewajibkan
      penyimpanannya.</li></ul>
      <p>Jangan gunakan dokumen asli dalam simulasi.</p>`,
  },
  extLink: null,
}

const maintenance: ArticleDraft = {
  title: { en: 'When the exchange is in maintenance', id: 'Saat bursa dalam pemeliharaan' },
  body: {
    en: `<p>Now and then an exchange has to close for a while. Here is what that means for your orders
      and your money.</p>
      <ul><li>The page says so by itself, and every call is answered with the same sentence.</li>
      <li>No order is taken and none is canceled. <strong>Open orders and balances are kept as they
      are</strong>; what was held stays held.</li>
      <li>Nothing trades meanwhile, so that your orders cannot be filled while you cannot
      cancel them.</li>
      <li>When the exchange opens, your page goes on, and the book stands as it stood.</li></ul>
      <h3>If the connection breaks in the middle of an order</h3>
      <p>Each order has an id of its own from the first click. The page asks for it again until it knows
      whether the order was taken, and the same id never places two. You need not click
      twice.</p>
      <p>An operator closes and opens the exchange with one command; the reason and the time of the end
      are his to tell.</p>`,
    id: `<p>Sesekali sebuah bursa harus ditutup sebentar. Inilah artinya bagi order dan uang Anda.</p>
      <ul><li>Halaman memberitahukannya sendiri, dan setiap permintaan dijawab dengan kalimat yang
      sama.</li>
      <li>Tidak ada order yang diterima dan tidak ada yang dibatalkan. <strong>Order terbuka dan saldo
      tetap seperti adanya</strong>; yang ditahan tetap ditahan.</li>
      <li>Selama itu tidak ada transaksi, sehingga order Anda tidak dapat terisi ketika Anda tidak dapat
      membatalkannya.</li>
      <li>Saat bursa dibuka kembali, halaman Anda berlanjut, dan buku order tetap seperti semula.</li></ul>
      <h3>Jika sambungan putus di tengah order</h3>
      <p>Setiap order punya nomor sendiri sejak klik pertama. Halaman menanyakannya lagi sampai tahu
      apakah order itu diterima, dan nomor yang sama tidak pernah memasang dua order. Anda tidak perlu
      menekan dua kali.</p>
      <p>Operator menutup dan membuka bursa dengan satu perintah; alasan dan waktu selesainya
      disampaikan oleh operator.</p>`,
  },
  extLink: null,
}

const funds: ArticleDraft = {
  title: {
    en: 'How your balance is kept right',
    id: 'Bagaimana saldo Anda dijaga tetap benar',
  },
  body: {
    en: `<p>An exchange is a ledger with an order book in front of it. Three rules hold here, whatever
      happens.</p>
      <ol><li><strong>Nothing is forgotten.</strong> You get an answer only after your order has been
      written to the journal. A power cut behind it changes nothing.</li>
      <li><strong>Nothing comes from nowhere.</strong> Each amount that arrives somewhere left somewhere
      else. The sum over all accounts is always zero.</li>
      <li><strong>Nothing has to be believed.</strong> The operator can read the whole journal again with
      one command and compare every balance with what comes out.</li></ol>
      <p>Amounts are counted in whole smallest units, such as sen and satoshi. There are no rounding
      errors that could add up.</p>
      <h3>Your part</h3>
      <p>No ledger protects against somebody who signs in as you. Use a password that you use nowhere
      else, switch the second factor on, and end sessions that you do not know.</p>`,
    id: `<p>Bursa adalah pembukuan dengan buku order di depannya. Tiga aturan berlaku di sini, apa pun yang
      terjadi.</p>
      <ol><li><strong>Tidak ada yang terlupa.</strong> Anda baru mendapat jawaban setelah order Anda
      tertulis di jurnal. Listrik padam sesudahnya tidak mengubah apa pun.</li>
      <li><strong>Tidak ada yang muncul begitu saja.</strong> Setiap jumlah yang tiba di suatu tempat
      meninggalkan tempat lain. Jumlah seluruh akun selalu nol.</li>
      <li><strong>Tidak ada yang harus dipercaya begitu saja.</strong> Operator dapat membaca ulang
      seluruh jurnal dengan satu perintah dan membandingkan setiap saldo dengan hasilnya.</li></ol>
      <p>Jumlah dihitung dalam satuan terkecil yang utuh, seperti sen dan satoshi. Tidak ada galat
      pembulatan yang dapat menumpuk.</p>
      <h3>Bagian Anda</h3>
      <p>Tidak ada pembukuan yang melindungi dari orang yang masuk sebagai Anda. Gunakan kata sandi yang
      tidak Anda pakai di tempat lain, nyalakan faktor kedua, dan akhiri sesi yang tidak Anda kenal.</p>`,
  },
  extLink: null,
}

const simulation: ArticleDraft = {
  title: { en: 'What simulation means here', id: 'Arti simulasi di sini' },
  body: {
    en: `<p>This exchange runs as a simulation. You can try everything, and no real money is moved.</p>
      <h3>What is play money</h3>
      <ul><li>The funds that each account begins with. What you withdraw of them arrives at a bank and on
      chains that are simulated as well, and nowhere else.</li>
      <li>The other side of many trades: market makers of the house quote prices and trade, so that the
      market lives. They place their orders by the same rules as you do.</li>
      <li>The market’s first days, which were made when this installation was started for the first
      time. Prices follow no real market.</li></ul>
      <h3>What is the real thing</h3>
      <ul><li>How orders meet, what is held, what each trade costs, tax included.</li>
      <li>The ledger, the journal and their proof.</li>
      <li>Sign-in, second factor, sessions and mails. The mails arrive in the mailbox of this
      installation instead of yours.</li></ul>
      <p>A good first step: place a small buy order a little below the best price, watch it wait in the
      book, and cancel it. Then place one that fills, and compare its receipt with its history.</p>`,
    id: `<p>Bursa ini berjalan sebagai simulasi. Anda dapat mencoba semuanya, dan tidak ada uang sungguhan
      yang berpindah.</p>
      <h3>Yang merupakan uang mainan</h3>
      <ul><li>Dana awal setiap akun. Yang Anda tarik darinya tiba di bank dan jaringan yang juga disimulasikan,
      tidak di tempat lain.</li>
      <li>Pihak lain dari banyak transaksi: penggerak pasar milik bursa memasang harga dan bertransaksi,
      agar pasar hidup. Mereka memasang order dengan aturan yang sama seperti Anda.</li>
      <li>Hari-hari pertama pasar, yang dibuat saat instalasi ini dijalankan pertama kali. Harganya tidak
      mengikuti pasar sungguhan.</li></ul>
      <h3>Yang sungguhan</h3>
      <ul><li>Cara order bertemu, dana yang ditahan, biaya setiap transaksi, termasuk pajaknya.</li>
      <li>Pembukuan, jurnal, dan pembuktiannya.</li>
      <li>Masuk, faktor kedua, sesi, dan email. Email tiba di kotak surat instalasi ini, bukan di kotak
      surat Anda.</li></ul>
      <p>Langkah pertama yang baik: pasang order beli kecil sedikit di bawah harga terbaik, lihat order itu
      menunggu di buku, lalu batalkan. Kemudian pasang satu yang terisi, dan bandingkan rinciannya dengan
      riwayatnya.</p>`,
  },
  extLink: null,
}

/** Oldest first. */
export const startArticles: readonly ArticleDraft[] = [kyc, maintenance, funds, simulation]

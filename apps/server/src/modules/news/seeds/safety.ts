/** First articles about safety: second factor, phishing, risk and networks. */
import type { ArticleDraft } from '../articles.ts'

const twoFactor: ArticleDraft = {
  title: {
    en: 'Two-factor sign-in: two minutes that protect your account',
    id: 'Masuk dua faktor: dua menit yang melindungi akun Anda',
  },
  body: {
    en: `<p>A password can be guessed, seen or stolen from another site. With a second factor it is not
      enough: signing in also asks for a code of six digits that only your phone knows.</p>
      <h3>How to set it up</h3>
      <ol><li>Install an authenticator app on your phone.</li>
      <li>Open Settings, then Security, and scan the picture, or type the key by hand.</li>
      <li>Enter the code that the app shows. From then on each sign-in asks for one.</li></ol>
      <h3>Good to know</h3>
      <ul><li>The code changes every 30 seconds and needs no network.</li>
      <li>Write the key down on paper and keep it away from the phone. It brings the codes back on a new
      one.</li>
      <li>If a code is refused though it is right, set the clock of the phone to automatic.</li>
      <li><strong>Nobody from us ever asks for a code.</strong> Whoever asks wants your account.</li></ul>`,
    id: `<p>Kata sandi dapat ditebak, terlihat, atau dicuri dari situs lain. Dengan faktor kedua, kata
      sandi saja tidak cukup: setiap masuk juga meminta kode enam digit yang hanya diketahui ponsel
      Anda.</p>
      <h3>Cara memasangnya</h3>
      <ol><li>Pasang aplikasi autentikator di ponsel Anda.</li>
      <li>Buka Pengaturan, lalu Keamanan, dan pindai gambarnya, atau ketik kuncinya.</li>
      <li>Masukkan kode yang ditampilkan aplikasi. Sejak itu setiap masuk memintanya.</li></ol>
      <h3>Perlu diketahui</h3>
      <ul><li>Kode berganti setiap 30 detik dan tidak memerlukan jaringan.</li>
      <li>Tulis kuncinya di kertas dan simpan terpisah dari ponsel. Dengan kunci itu kode dapat
      dikembalikan di ponsel baru.</li>
      <li>Jika kode ditolak padahal benar, atur jam ponsel ke otomatis.</li>
      <li><strong>Tidak seorang pun dari kami pernah meminta kode.</strong> Siapa pun yang memintanya
      menginginkan akun Anda.</li></ul>`,
  },
  extLink: 'https://www.rfc-editor.org/rfc/rfc6238',
}

const phishing: ArticleDraft = {
  title: { en: 'How to recognize phishing', id: 'Cara mengenali phishing' },
  body: {
    en: `<p>Most stolen accounts were not broken into. Their owners were led to a copy of the page and
      typed password and code there themselves.</p>
      <h3>What gives it away</h3>
      <ul><li>Hurry: “within one hour your account is closed”.</li>
      <li>A gift that wants something first: a deposit, a code, a “verification” of your wallet.</li>
      <li>An address that is almost right: one letter more, another ending, a long name before the real
      one.</li>
      <li>A helper who writes first, in a chat or by phone.</li></ul>
      <h3>What helps</h3>
      <ul><li>Open the exchange from your own bookmark, never from a message.</li>
      <li>Let a password manager fill in: it does not know a copied page.</li>
      <li>Look at Settings, Security: your sessions stand there, and each can be ended.</li></ul>
      <p>If it happened: change the password at once, which ends all sessions, and tell your bank.
      In Indonesia the authority OJK takes reports by telephone under 157.</p>`,
    id: `<p>Sebagian besar akun yang dicuri tidak dibobol. Pemiliknya dituntun ke tiruan halaman dan
      mengetik sendiri kata sandi serta kodenya di sana.</p>
      <h3>Tanda-tandanya</h3>
      <ul><li>Terburu-buru: “dalam satu jam akun Anda ditutup”.</li>
      <li>Hadiah yang lebih dulu meminta sesuatu: setoran, kode, “verifikasi” dompet Anda.</li>
      <li>Alamat yang hampir benar: kelebihan satu huruf, akhiran lain, nama panjang di depan nama yang
      asli.</li>
      <li>Penolong yang lebih dulu menghubungi, lewat obrolan atau telepon.</li></ul>
      <h3>Yang membantu</h3>
      <ul><li>Buka bursa dari penanda Anda sendiri, jangan pernah dari pesan.</li>
      <li>Biarkan pengelola kata sandi mengisi: ia tidak mengenal halaman tiruan.</li>
      <li>Lihat Pengaturan, Keamanan: sesi Anda tertera di sana, dan masing-masing dapat
      diakhiri.</li></ul>
      <p>Jika sudah terjadi: segera ganti kata sandi, yang mengakhiri semua sesi, dan hubungi bank
      Anda. Di Indonesia OJK menerima laporan lewat telepon 157.</p>`,
  },
  extLink: 'https://www.ojk.go.id/',
}

const risk: ArticleDraft = {
  title: { en: 'Before you trade: the risks', id: 'Sebelum bertransaksi: risikonya' },
  body: {
    en: `<p>Prices of crypto assets move a lot, at any hour, in both directions. A loss of most of what
      was put in is possible, and nobody makes it good.</p>
      <h3>Rules that have helped many</h3>
      <ul><li>Use only money that you do not need for rent, food, school or debts.</li>
      <li>Never borrow in order to buy.</li>
      <li>Decide before you buy at which price you will sell, up and down, and write it down.</li>
      <li>Mistrust everybody who promises a return. There is none without risk.</li>
      <li>Begin small. Trading often costs fees and tax each time.</li></ul>
      <h3>Risks that are not the price</h3>
      <ul><li>Coins that were sent to a wrong address or over a wrong network are usually lost.</li>
      <li>Little traded markets: what you want to sell may find no buyer near the last price.</li>
      <li>Losing access: keep password manager, second factor and mailbox safe.</li></ul>
      <p>In Indonesia only traders that OJK has licensed may offer crypto assets; its list says who
      they are.</p>`,
    id: `<p>Harga aset kripto bergerak tajam, setiap saat, ke dua arah. Kehilangan sebagian besar dana
      yang ditanamkan mungkin terjadi, dan tidak ada yang menggantinya.</p>
      <h3>Aturan yang telah membantu banyak orang</h3>
      <ul><li>Gunakan hanya uang yang tidak Anda perlukan untuk sewa, makan, sekolah, atau utang.</li>
      <li>Jangan pernah meminjam untuk membeli.</li>
      <li>Sebelum membeli, tentukan pada harga berapa Anda akan menjual, ke atas dan ke bawah, lalu
      catat.</li>
      <li>Jangan percaya siapa pun yang menjanjikan imbal hasil. Tidak ada hasil tanpa risiko.</li>
      <li>Mulai dari kecil. Sering bertransaksi berarti membayar biaya dan pajak setiap kali.</li></ul>
      <h3>Risiko selain harga</h3>
      <ul><li>Koin yang dikirim ke alamat atau lewat jaringan yang salah biasanya hilang.</li>
      <li>Pasar yang sepi: yang ingin Anda jual mungkin tidak menemukan pembeli di dekat harga
      terakhir.</li>
      <li>Kehilangan akses: jaga pengelola kata sandi, faktor kedua, dan kotak surat Anda.</li></ul>
      <p>Di Indonesia hanya pedagang berizin OJK yang boleh menawarkan aset kripto; daftar OJK memuat
      nama mereka.</p>`,
  },
  extLink: 'https://www.ojk.go.id/',
}

const networks: ArticleDraft = {
  title: {
    en: 'Networks and addresses: look twice, send once',
    id: 'Jaringan dan alamat: periksa dua kali, kirim satu kali',
  },
  body: {
    en: `<p>A coin lives on a network. Bitcoin has its own; tokens such as USDT exist on several, and
      what was sent on one does not arrive on another.</p>
      <h3>Before you send</h3>
      <ol><li>Compare the <strong>network</strong> on both sides. Its name must be the same.</li>
      <li>Copy the address, never type it, and compare its first and last six characters. There are
      programs that put another address into the clipboard.</li>
      <li>Look whether a memo or tag is wanted besides.</li>
      <li>Send a small amount first, and the rest when it has arrived.</li></ol>
      <p>Addresses of Ethereum and of networks like it look alike: 0x and 40 characters. The same address
      can therefore be right on one network and useless on another.</p>
      <h3>Why it takes a while</h3>
      <p>A payment counts once enough blocks have been built upon it. Each is one confirmation; more of
      them make it harder to undo. A payment that has been confirmed cannot be called back by anybody.</p>`,
    id: `<p>Setiap koin hidup di sebuah jaringan. Bitcoin punya jaringannya sendiri; token seperti USDT
      ada di beberapa jaringan, dan yang dikirim di satu jaringan tidak tiba di jaringan lain.</p>
      <h3>Sebelum mengirim</h3>
      <ol><li>Bandingkan <strong>jaringan</strong> di kedua sisi. Namanya harus sama.</li>
      <li>Salin alamatnya, jangan pernah mengetiknya, dan bandingkan enam karakter pertama dan terakhir.
      Ada program yang menaruh alamat lain di papan klip.</li>
      <li>Periksa apakah diperlukan juga memo atau tag.</li>
      <li>Kirim jumlah kecil dulu, dan sisanya setelah tiba.</li></ol>
      <p>Alamat Ethereum dan jaringan sejenisnya tampak serupa: 0x dan 40 karakter. Karena itu alamat yang
      sama bisa benar di satu jaringan dan tidak berguna di jaringan lain.</p>
      <h3>Mengapa perlu waktu</h3>
      <p>Sebuah pembayaran dihitung setelah cukup blok dibangun di atasnya. Setiap blok adalah satu
      konfirmasi; makin banyak, makin sulit dibatalkan. Pembayaran yang sudah terkonfirmasi tidak dapat
      ditarik kembali oleh siapa pun.</p>`,
  },
  extLink: 'https://bitcoin.org/',
}

/** Oldest first. */
export const safetyArticles: readonly ArticleDraft[] = [networks, risk, phishing, twoFactor]

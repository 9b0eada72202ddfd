/** The terms and conditions in Indonesian; this text prevails. */
import type { LegalClause } from './text.ts'

export const termsSummaryId: readonly string[] = [
  'Satu orang, satu akun, data yang benar. Rahasiakan kata sandi dan kode Anda.',
  'Order yang dikonfirmasi mengikat Anda sampai terisi atau dibatalkan. Transaksi yang sudah terjadi bersifat final.',
  'Biaya dan pajak terlihat sebelum Anda memasang order, dan tercantum dalam struk sesudahnya.',
  'Harga aset digital dapat turun sampai tak bernilai. Kami tidak memberi nasihat.',
  'Anda boleh berhenti kapan saja. Hukum Indonesia berlaku, dan teks bahasa Indonesia yang mengikat.',
]

export const termsSimulationId: LegalClause = {
  title: 'Simulasi',
  paragraphs: [
    'Bursa ini berjalan dalam mode simulasi. Tidak ada transaksi, setoran, atau penarikan sungguhan: setiap jumlah adalah uang mainan, tanpa nilai dan tanpa hak tagih kepada siapa pun.',
    'Harga dan buku order dibuat oleh program yang bertransaksi di bursa ini. Semuanya bukan penawaran dan bukan nasihat.',
    'Bila syarat ini menyebut uang, aset, setoran, penarikan, atau pajak, yang dimaksud adalah yang berlaku dalam operasi sungguhan.',
  ],
}

export const termsClausesId: readonly LegalClause[] = [
  {
    title: 'Yang diatur syarat ini',
    paragraphs: [
      'Syarat ini adalah perjanjian antara Anda dan pengelola bursa ini. Syarat ini mencakup situs web, layanannya, dan semua yang Anda lakukan dengan akun Anda. Dengan mencentang kotak saat mendaftar, Anda menyetujuinya.',
      'Dalam syarat ini, “aset” berarti aset digital yang terdaftar di sini; “order” berarti perintah Anda untuk membeli atau menjual aset pada harga pilihan Anda atau yang lebih baik; “saldo” berarti kewajiban kami kepada Anda menurut pembukuan; “kami” berarti pengelola.',
      'Teks lain melengkapi syarat ini: kebijakan privasi, daftar biaya yang tampil pada setiap order, dan perjanjian pengguna setelah verifikasi identitas.',
    ],
  },
  {
    title: 'Siapa yang boleh punya akun',
    paragraphs: [
      'Anda berusia minimal 18 tahun atau sudah menikah, cakap membuat perjanjian, dan bertindak untuk diri sendiri. Satu orang memiliki satu akun. Keterangan tentang diri Anda benar dan selalu diperbarui.',
      'Anda tidak boleh memakai bursa ini bila hukum di tempat tinggal Anda melarangnya, atau bila nama Anda tercantum dalam daftar terduga teroris, pendanaan proliferasi senjata, atau daftar sanksi yang mengikat kami.',
      'Akun tidak dapat dijual, dipinjamkan, atau dialihkan.',
    ],
  },
  {
    title: 'Akses Anda',
    paragraphs: [
      'Anda merahasiakan kata sandi dan kode Anda, dan segera memberi tahu kami bila orang lain mungkin mengetahuinya. Yang dilakukan dengan kata sandi Anda dianggap dilakukan oleh Anda sampai Anda memberi tahu kami.',
      'Kami menyediakan masuk dua langkah, daftar sesi yang dapat Anda akhiri, dan pesan bila perangkat baru masuk. Pakailah semuanya. Kami tidak pernah meminta kata sandi atau kode Anda, lewat jalur apa pun.',
      'Kami dapat mengakhiri sesi, menunda penarikan, atau mengunci akun untuk sementara bila ada tanda bahwa orang lain memakainya.',
    ],
  },
  {
    title: 'Verifikasi',
    paragraphs: [
      'Hukum mewajibkan kami mengenal siapa yang bertransaksi di sini, antara lain Peraturan Badan Pengawas Perdagangan Berjangka Komoditi Nomor 8 Tahun 2021 (Pasal 27 ayat 5) dan undang-undang tentang tindak pidana pencucian uang. Kami dapat meminta dokumen, foto, dan video Anda, serta membatasi akun sampai semuanya diperiksa.',
      'Kami dapat memintanya lagi bila hukum mengharuskan, bila data Anda berubah, atau bila suatu transaksi tidak sesuai dengan yang kami ketahui tentang Anda. Verifikasi yang tidak dapat diselesaikan dapat mengakhiri akun.',
    ],
  },
  {
    title: 'Order dan transaksi',
    paragraphs: [
      'Order mengikat setelah dikonfirmasi, dan dikonfirmasi hanya setelah dicatat. Order dipertemukan menurut harga, lalu menurut waktu. Bagian yang belum terisi boleh dibatalkan.',
      'Transaksi yang sudah terjadi bersifat final. Kedua pihak bertransaksi pada harga order yang lebih dahulu berada di buku order.',
      'Order yang akan bertemu dengan order Anda sendiri terisi sampai order itu; sisanya dibatalkan.',
      'Kami dapat menolak order yang melanggar batas pasar, dan dapat menghentikan pasar untuk melindungi pesertanya. Order terbuka tetap seperti adanya.',
      'Bila suatu transaksi terjadi karena kesalahan sistem yang nyata, kami dapat membatalkannya bagi kedua pihak dalam 24 jam. Kami menyebutkan alasannya, dan tidak ada pihak yang menanggung rugi atau menyimpan untung karenanya.',
    ],
  },
  {
    title: 'Biaya dan pajak',
    paragraphs: [
      'Biaya, biaya bursa, dan pajak ditampilkan sebelum Anda memasang order dan tercantum dalam struknya. Semuanya dipotong dari yang Anda terima, dihitung untuk setiap pengisian, dan dibulatkan ke bawah sampai satuan terkecil.',
      'Pajak atas transaksi dipungut dan disetor menurut hukum Republik Indonesia. Kewajiban pajak Anda selebihnya Anda laporkan sendiri.',
      'Tarif dapat berubah untuk masa depan. Perubahan diumumkan sebelum berlaku dan tidak pernah mengenai order yang sudah terisi.',
    ],
  },
  {
    title: 'Uang dan aset Anda',
    paragraphs: [
      'Saldo Anda adalah kewajiban kami kepada Anda menurut pembukuan. Saldo itu dipisahkan dari harta kami, tidak berbunga, dan tidak kami pinjamkan.',
      'Yang ditahan untuk order terbuka atau penarikan yang sedang berjalan tidak dapat dipakai sampai order terisi atau dibatalkan, atau penarikan selesai.',
      'Bila saldo menunjukkan jumlah yang bukan milik Anda, beri tahu kami. Jumlah yang keliru dikreditkan dapat ditarik kembali; yang sudah Anda pakai menjadi utang Anda kepada kami.',
    ],
  },
  {
    title: 'Setoran',
    paragraphs: [
      'Setoran rupiah harus berasal dari rekening bank atas nama Anda sendiri. Setoran dari rekening lain dikembalikan, dikurangi biaya pengembaliannya.',
      'Setoran aset dikreditkan setelah jumlah konfirmasi jaringan yang disebut halaman setoran. Aset yang dikirim lewat jaringan yang tidak disebut di sana dapat hilang; kami berusaha menyelamatkannya, tetapi tidak menjanjikannya.',
      'Mulai jumlah yang ditetapkan hukum, kami wajib mengetahui pengirim aset. Sampai Anda memberitahukannya, setoran ditahan.',
    ],
  },
  {
    title: 'Penarikan',
    paragraphs: [
      'Rupiah dikirim ke rekening bank atas nama Anda yang tercantum dalam pengaturan. Aset dikirim ke alamat yang Anda berikan; periksalah dengan cermat, sebab transfer di jaringan tidak dapat ditarik kembali.',
      'Setiap penarikan Anda konfirmasi dengan kode. Kami dapat memeriksanya lebih lanjut, dan memberi tahu pada langkah mana penarikan itu berada. Batas dan biaya tercantum dalam formulir.',
      'Setelah perubahan kata sandi, masuk dua langkah, atau rekening bank, penarikan dapat ditahan paling lama 24 jam.',
    ],
  },
  {
    title: 'Risiko',
    paragraphs: [
      'Harga aset digital dapat turun cepat sampai tak bernilai. Bertransaksilah hanya dengan uang yang sanggup Anda relakan. Harga di masa lalu tidak menunjukkan harga di kemudian hari.',
      'Jaringan dapat macet, terpecah, atau diserang; aset dapat kehilangan kegunaan atau kedudukan hukumnya; pasar dapat begitu tipis sehingga order Anda menggerakkan harga.',
      'Kami tidak memberi nasihat, dan tidak ada isi halaman ini yang merupakan nasihat. Anda memutuskan sendiri.',
    ],
  },
  {
    title: 'Pencatatan dan penghapusan aset',
    paragraphs: [
      'Kami hanya mencatatkan aset yang diizinkan regulator. Pencatatan suatu aset dapat kami akhiri bila tidak lagi diizinkan, bila jaringannya tidak lagi aman, atau bila terlalu sedikit diperdagangkan.',
      'Sebelum perdagangan suatu aset berakhir, Anda diberi tahu paling lambat 30 hari sebelumnya, kecuali hukum atau serangan tidak menyisakan waktu. Aset itu masih dapat Anda tarik paling sedikit 60 hari sesudahnya.',
      'Bila suatu jaringan terpecah, kami memutuskan apakah aset barunya dicatatkan. Sampai saat itu saldo Anda adalah aset yang kami sebutkan.',
    ],
  },
  {
    title: 'Yang tidak diperbolehkan',
    paragraphs: [
      'Anda tidak memakai bursa untuk pencucian uang, pendanaan terorisme, penipuan, atau tindak pidana lain. Anda tidak memanipulasi pasar: tanpa order yang tidak dimaksudkan untuk terisi, tanpa transaksi yang diatur sebelumnya, tanpa kabar bohong, tanpa bertransaksi dengan diri sendiri lewat orang lain.',
      'Anda tidak mengganggu jalannya bursa, tidak menghindari batasnya, dan tidak mencari kelemahannya selain dengan cara ini: beri tahu kami, jangan mengambil apa pun, dan tunggu sampai diperbaiki.',
      'Akun yang melanggar aturan ini dapat kami bekukan, ordernya kami batalkan, dan kami laporkan bila hukum mengharuskan. Kami mungkin dilarang memberitahukan alasannya.',
    ],
  },
  {
    title: 'Operasi dan pemeliharaan',
    paragraphs: [
      'Bursa buka setiap hari 24 jam. Sesekali bursa perlu dipelihara; saldo dan order terbuka Anda tetap seperti adanya. Pemeliharaan terencana kami umumkan bila memungkinkan.',
      'Selama bursa tidak dapat dihubungi, Anda tidak dapat memasang atau membatalkan order. Siapa yang harus dapat membatasi kerugian setiap saat hendaknya tidak bergantung pada satu tempat saja.',
    ],
  },
  {
    title: 'Tanggung jawab',
    paragraphs: [
      'Kami bertanggung jawab atas kerugian yang kami sebabkan dengan sengaja atau karena kelalaian berat, dan selalu atas saldo yang menjadi kewajiban kami menurut pembukuan.',
      'Kami tidak bertanggung jawab atas harga aset, atas jaringan, bank, dan pihak lain, atas kerugian karena akses yang Anda berikan kepada orang lain, atau atas kejadian di luar kendali kami seperti bencana alam, tindakan negara, perang, atau gangguan umum listrik dan internet.',
      'Selebihnya tanggung jawab kami terbatas pada biaya yang Anda bayar dalam dua belas bulan sebelum kerugian terjadi. Hak konsumen menurut undang-undang yang tidak dapat dikesampingkan tetap berlaku.',
    ],
  },
  {
    title: 'Data pribadi',
    paragraphs: [
      'Kami memakai data Anda untuk menjalankan akun dan memenuhi hukum, menyimpannya selama diminta hukum, dan tidak pernah menjualnya. Kebijakan privasi menjelaskan apa yang kami simpan, untuk apa, berapa lama, dan apa hak Anda.',
    ],
  },
  {
    title: 'Hak atas situs web ini',
    paragraphs: [
      'Rancangan, teks, dan program situs web ini adalah milik kami atau milik pihak yang memberi kami lisensi. Data pasar boleh Anda pakai untuk bertransaksi; siapa yang meneruskannya menyebutkan sumbernya.',
      'Program boleh memakai layanan bursa dalam batas yang dinyatakannya.',
    ],
  },
  {
    title: 'Berakhirnya akun',
    paragraphs: [
      'Anda boleh menutup akun kapan saja di pengaturan, setelah tidak ada order terbuka, tidak ada penarikan yang sedang berjalan, dan saldonya sudah ditarik.',
      'Kami dapat mengakhiri perjanjian dengan pemberitahuan 30 hari, atau seketika bila syarat ini dilanggar atau hukum mengharuskan. Anda lalu menerima saldo Anda, kecuali hukum atau pengadilan menahannya.',
      'Yang wajib disimpan menurut hukum tetap disimpan setelah akun berakhir: pada umumnya lima tahun sejak hubungan berakhir.',
    ],
  },
  {
    title: 'Pemberitahuan dan pengaduan',
    paragraphs: [
      'Kami menulis ke alamat email akun Anda dan lewat notifikasi di situs web ini. Pemberitahuan dianggap diterima sehari setelah dikirim.',
      'Pengaduan disampaikan lewat halaman kontak. Kami mengonfirmasinya dalam dua hari kerja dan menjawabnya dalam dua puluh hari kerja; bila perlu lebih lama, kami menyebutkan alasannya.',
    ],
  },
  {
    title: 'Hukum, sengketa, dan perubahan',
    paragraphs: [
      'Syarat ini diatur oleh hukum Republik Indonesia.',
      'Sengketa lebih dahulu diselesaikan dengan musyawarah, selama 30 hari sejak pengaduan Anda. Sesudah itu sengketa diselesaikan lewat prosedur pengaduan dan mediasi bursa berjangka dan regulator, dan selebihnya oleh Pengadilan Negeri Jakarta Selatan. Konsumen boleh datang ke Badan Penyelesaian Sengketa Konsumen di tempat tinggalnya.',
      'Bila syarat ini berubah, Anda diberi tahu paling lambat 14 hari sebelum perubahan berlaku dan boleh menutup akun. Perubahan yang diharuskan hukum dapat berlaku lebih awal.',
      'Bila salah satu pasal batal, pasal lain tetap berlaku. Bila kedua bahasa berbeda, teks bahasa Indonesia yang berlaku.',
    ],
  },
]

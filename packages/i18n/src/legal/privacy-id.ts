/** The privacy policy in Indonesian; this text prevails. */
import type { LegalClause } from './text.ts'

export const privacySummaryId: readonly string[] = [
  'Kami hanya menyimpan yang diperlukan akun Anda dan hukum. Kami tidak pernah menjual data.',
  'Kata sandi disimpan hanya sebagai hash, kode hanya terenkripsi. Tidak ada yang dapat membacanya.',
  'Tanpa iklan, tanpa pelacak, tanpa skrip pihak lain di halaman uang.',
  'Anda boleh melihat, memperbaiki, membawa, dan menghapus data Anda, sejauh hukum mengizinkan.',
  'Hukum Indonesia berlaku, terutama Undang-Undang Nomor 27 Tahun 2022 tentang Pelindungan Data Pribadi.',
]

export const privacySimulationId: LegalClause = {
  title: 'Simulasi',
  paragraphs: [
    'Bursa ini berjalan dalam mode simulasi. Anda boleh memakai data karangan. Email masuk ke kotak surat di mesin yang sama, dan siapa pun yang menjalankan bursa ini dapat membaca dan mengosongkan semuanya.',
  ],
}

export const privacyClausesId: readonly LegalClause[] = [
  {
    title: 'Siapa yang bertanggung jawab',
    paragraphs: [
      'Pengelola bursa ini adalah pengendali data pribadi Anda menurut Undang-Undang Nomor 27 Tahun 2022 tentang Pelindungan Data Pribadi. Kami, dan petugas pelindungan data kami, dapat dihubungi lewat halaman kontak.',
      'Kebijakan ini mencakup situs web, layanan, dan emailnya. Kebijakan ini tidak mencakup jaringan aset digital: yang tertulis di sana bersifat terbuka dan tidak dapat dihapus siapa pun.',
    ],
  },
  {
    title: 'Yang kami kumpulkan',
    paragraphs: [
      'Saat Anda mendaftar: nama, alamat email, dan kata sandi yang kami simpan sebagai hash. Saat Anda melengkapi profil: nama panggilan.',
      'Saat Anda memverifikasi identitas: nomor dan foto KTP atau paspor, tanggal dan tempat lahir, jenis kelamin, alamat, nomor telepon, pekerjaan, sumber penghasilan, tujuan akun, nomor pokok wajib pajak bila Anda berikan, foto dan video singkat wajah Anda.',
      'Saat Anda bertransaksi dan membayar: order, transaksi, saldo, setoran, penarikan, rekening bank, alamat di jaringan, dan, di atas jumlah yang ditetapkan hukum, nama dan alamat pihak lain.',
      'Saat Anda memakai situs web: waktu, alamat jaringan, jenis perangkat dan peramban, sesi, percobaan masuk yang gagal, dan catatan program kami untuk menemukan gangguan. Catatan itu tidak memuat kata sandi, kode, token, atau dokumen.',
      'Saat Anda menulis kepada kami: pesan Anda dan jawaban kami.',
    ],
  },
  {
    title: 'Untuk apa, dan atas dasar apa',
    paragraphs: [
      'Untuk memenuhi perjanjian dengan Anda: menjalankan akun, mempertemukan order, melaksanakan setoran dan penarikan, dan menjawab Anda.',
      'Untuk menaati hukum: mengenal pengguna jasa, mencegah pencucian uang dan pendanaan terorisme, memungut pajak, melapor kepada regulator, dan menyelenggarakan pembukuan.',
      'Untuk kepentingan yang sah: melindungi akun dari orang lain, menjaga bursa tetap berjalan, menyelesaikan sengketa. Kami menimbangnya dengan kepentingan Anda.',
      'Dengan persetujuan Anda: untuk foto dan video wajah Anda, dan untuk hal lain di luar yang di atas. Persetujuan dapat Anda tarik kapan saja; yang dilakukan sebelumnya tetap sah.',
    ],
  },
  {
    title: 'Foto dan video wajah Anda',
    paragraphs: [
      'Keduanya adalah data pribadi yang bersifat spesifik menurut undang-undang. Kami memakainya hanya untuk membandingkan Anda dengan dokumen Anda dan memastikan bahwa orang yang hidup berada di depan kamera.',
      'Keduanya dienkripsi, disimpan terpisah dari data lain, dibuka hanya oleh petugas verifikasi, dan setiap pembukaan dicatat.',
    ],
  },
  {
    title: 'Keputusan oleh mesin',
    paragraphs: [
      'Program mengusulkan apakah suatu verifikasi dapat disetujui, dan mengawasi transaksi yang tidak wajar. Dalam operasi sungguhan, usulan yang merugikan Anda dikonfirmasi oleh manusia. Anda boleh meminta seseorang memeriksanya lagi, dan menyampaikan pendapat Anda.',
    ],
  },
  {
    title: 'Kuki dan yang disimpan di perangkat Anda',
    paragraphs: [
      'Dua kuki menjaga Anda tetap masuk: “jwt” dan “usid”. Keduanya hidup selama sesi. Selama masuk dua langkah, dua kuki lagi, “temp_email” dan “temp_password”, memuat alamat email Anda dan tanda sekali pakai yang bukan kata sandi; keduanya dihapus sesudahnya dan berakhir dalam sehari.',
      'Peramban Anda juga menyimpan pilihan bahasa, warna, dan tinggi baris. Kami tidak memasang kuki untuk iklan atau penghitungan pengunjung, dan tidak ada pihak lain yang memasangnya lewat kami.',
    ],
  },
  {
    title: 'Pemeriksaan terhadap robot',
    paragraphs: [
      'Formulir yang disukai robot dilindungi oleh perhitungan kecil di peramban Anda. Perhitungan itu tidak meminta apa pun dari Anda dan tidak memberi tahu kami apa pun tentang Anda.',
      'Bila pengelola memilih layanan perusahaan lain untuk itu, layanan tersebut dimuat hanya pada formulir ini, dan ketentuannya sendiri berlaku atas yang dilihatnya.',
    ],
  },
  {
    title: 'Siapa yang menerima data',
    paragraphs: [
      'Bank dan penyedia pembayaran, sejauh diperlukan setoran atau penarikan. Pengelola jaringan melihat transfer yang Anda perintahkan.',
      'Bursa dan dompet lain, bila aturan perjalanan dana mewajibkan kami menyebutkan pengirim dan penerima.',
      'Regulator, bursa berjangka dan lembaga kliring, kantor pajak, Pusat Pelaporan dan Analisis Transaksi Keuangan (PPATK), dan pengadilan, bila hukum mewajibkan kami.',
      'Perusahaan yang bekerja untuk kami, misalnya yang menjalankan mesin atau mengirim email, terikat perjanjian untuk memperlakukan data hanya sesuai perintah kami. Kami tidak menjual data kepada siapa pun.',
    ],
  },
  {
    title: 'Di mana data disimpan',
    paragraphs: [
      'Di Indonesia. Bila data harus dikirim ke negara lain, kami memastikan pelindungan di sana paling sedikit setara, atau mengikat penerimanya dengan perjanjian, atau meminta persetujuan Anda lebih dahulu.',
    ],
  },
  {
    title: 'Berapa lama data disimpan',
    paragraphs: [
      'Data akun, identitas, dan transaksi: selama akun ada, dan paling sedikit lima tahun sesudahnya, seperti diharuskan undang-undang tentang pencucian uang. Catatan pembukuan: sepuluh tahun.',
      'Sesi: 7 hari. Kode dan tautan dalam email: satu jam sampai satu hari. Catatan program: 90 hari. Pesan kepada kami: dua tahun setelah jawaban terakhir.',
      'Sesudah itu data dihapus, atau diubah sehingga tidak ada orang yang dapat dikenali darinya.',
    ],
  },
  {
    title: 'Bagaimana data dilindungi',
    paragraphs: [
      'Sambungan dienkripsi. Kata sandi disimpan sebagai hash argon2id, rahasia masuk dua langkah terenkripsi, token sesi dan tautan dalam email hanya sebagai hash.',
      'Siapa yang bekerja di sini hanya melihat yang diperlukan tugasnya; pembacaan data pribadi dicatat dalam catatan yang tidak dapat diubah.',
      'Bila meskipun demikian data jatuh ke tangan yang salah, kami memberi tahu Anda dan lembaga berwenang dalam 3 kali 24 jam: data yang mana, kapan dan bagaimana, dan apa yang sedang dilakukan.',
    ],
  },
  {
    title: 'Hak Anda',
    paragraphs: [
      'Anda boleh menanyakan apa yang kami simpan tentang Anda dan untuk apa, dan menerima salinannya. Anda boleh meminta kesalahan diperbaiki dan kekurangan dilengkapi.',
      'Anda boleh menarik persetujuan, menolak keputusan yang dibuat mesin saja, meminta pemakaian ditunda, dan meminta data dihapus, sejauh tidak ada hukum yang mewajibkan kami menyimpannya.',
      'Anda boleh menerima data Anda dalam bentuk yang dapat dibaca sistem lain, dan meminta data itu dikirim kepada pengendali lain bila secara teknis aman.',
      'Tulislah kepada kami lewat halaman kontak. Kami menjawab dalam 3 kali 24 jam setelah yakin bahwa itu Anda. Anda juga boleh mengadu kepada lembaga pelindungan data pribadi, dan menuntut ganti rugi.',
    ],
  },
  {
    title: 'Penghapusan akun',
    paragraphs: [
      'Anda dapat menghapus akun di pengaturan. Nama, alamat email, dan nama panggilan Anda lalu diganti sehingga transaksi Anda tidak lagi dapat dihubungkan dengan Anda dalam kegiatan sehari-hari. Yang wajib disimpan menurut hukum disimpan terkunci dan dihapus setelah waktunya habis.',
    ],
  },
  {
    title: 'Anak di bawah umur',
    paragraphs: [
      'Bursa ini tidak ditujukan bagi orang di bawah 18 tahun. Bila kami mengetahui bahwa kami menyimpan datanya, data itu kami hapus, sejauh hukum mengizinkan.',
    ],
  },
  {
    title: 'Hukum, bahasa, dan perubahan',
    paragraphs: [
      'Kebijakan ini diatur oleh hukum Republik Indonesia. Bila kedua bahasa berbeda, teks bahasa Indonesia yang berlaku.',
      'Bila kebijakan ini berubah dan menyangkut Anda, Anda diberi tahu paling lambat 14 hari sebelumnya, lewat email atau notifikasi. Tanggal perubahan terakhir tercantum di atas.',
    ],
  },
]

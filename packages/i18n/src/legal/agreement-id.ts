/** The user agreement in Indonesian; this text prevails. */
import type { LegalClause } from './text.ts'

export const agreementSummaryId: readonly string[] = [
  'Keterangan Anda tentang diri Anda benar, dan Anda bertindak untuk diri sendiri dengan dana sendiri.',
  'Anda tahu harga dapat turun sampai tak bernilai, dan transaksi tidak dapat dibatalkan.',
  'Aset dan rupiah Anda disimpan terpisah dari milik kami dan hanya dibayarkan atas nama Anda sendiri.',
  'Kami memeriksa asal dana dan melaporkan apa yang diwajibkan hukum.',
  'Anda boleh berhenti kapan saja. Hukum Indonesia berlaku, dan teks bahasa Indonesia yang mengikat.',
]

export const agreementSimulationId: LegalClause = {
  title: 'Simulasi',
  paragraphs: [
    'Bursa ini berjalan dalam mode simulasi. Tidak ada transaksi, setoran, atau penarikan sungguhan: setiap jumlah adalah uang mainan, tanpa nilai dan tanpa hak tagih kepada siapa pun.',
    'Bila perjanjian ini menyebut uang, aset, setoran, penarikan, atau pajak, yang dimaksud adalah yang berlaku dalam operasi sungguhan.',
  ],
}

export const agreementClausesId: readonly LegalClause[] = [
  {
    title: 'Yang Anda setujui',
    paragraphs: [
      'Perjanjian ini melengkapi syarat dan ketentuan. Perjanjian dibuat setelah identitas Anda terverifikasi, dan membuka setoran serta penarikan bagi Anda. Kami menyimpan versi yang Anda setujui beserta waktunya.',
      'Dalam perjanjian ini, “kami” berarti pengelola bursa ini, “aset” berarti aset digital yang terdaftar di sini, dan “saldo” berarti kewajiban kami kepada Anda menurut pembukuan.',
    ],
  },
  {
    title: 'Siapa Anda',
    paragraphs: [
      'Anda menyatakan bahwa keterangan dan dokumen yang Anda berikan benar, lengkap, dan milik Anda sendiri, dan Anda memberi tahu kami dalam 30 hari bila ada perubahan.',
      'Anda bertindak untuk diri sendiri dan bukan untuk orang lain, dengan uang dan aset milik Anda yang berasal dari sumber yang sah. Anda tidak meminjamkan akun kepada siapa pun.',
      'Nama Anda tidak tercantum dalam daftar terduga teroris, pendanaan proliferasi senjata, atau daftar sanksi yang mengikat kami. Pejabat publik tingkat tinggi, atau orang yang dekat dengannya, memberi tahu kami.',
    ],
  },
  {
    title: 'Risiko yang Anda terima',
    paragraphs: [
      'Harga aset digital dapat naik dan turun dengan cepat, dan dapat turun sampai tak bernilai. Gunakan hanya dana yang sanggup Anda relakan. Kami tidak memberi nasihat dan tidak menjanjikan keuntungan.',
      'Jaringan aset digital dapat melambat, terbelah, atau gagal, dan yang terkirim ke alamat yang salah tidak dapat ditarik kembali. Peraturan dan pajak dapat berubah.',
      'Aset digital bukan alat pembayaran di Indonesia, karena hanya rupiah yang sah, dan tidak dijamin oleh penjaminan simpanan mana pun.',
    ],
  },
  {
    title: 'Uang dan aset Anda',
    paragraphs: [
      'Kami menyimpan rupiah dan aset Anda terpisah dari milik kami, mencatat setiap perubahannya dalam pembukuan berpasangan, dan berutang kepada Anda sebesar saldo Anda. Kami tidak meminjamkan dan tidak menjaminkannya.',
      'Setoran berasal dari Anda, penarikan dikirim ke rekening bank atas nama Anda yang terverifikasi atau ke alamat yang Anda sebutkan. Kami dapat menahan penarikan selama pemeriksaan, dan memberi tahu Anda.',
      'Bila kami keliru menambah saldo Anda, kami dapat menariknya kembali dan menjelaskan alasannya.',
    ],
  },
  {
    title: 'Order',
    paragraphs: [
      'Anda memberi order melalui akun Anda, dan setiap order yang dikonfirmasi mengikat Anda sampai terisi atau dibatalkan. Biaya, pajak, dan batas harga terlihat sebelum Anda mengonfirmasi.',
      'Anda tidak bertransaksi dengan diri sendiri, tidak memasang order yang tidak Anda maksudkan, dan tidak bersepakat soal harga dengan orang lain untuk menggerakkan pasar.',
    ],
  },
  {
    title: 'Pemeriksaan dan pelaporan',
    paragraphs: [
      'Undang-undang pencegahan pencucian uang dan aturan regulator mewajibkan kami mengenal Anda, memantau transaksi yang tidak sesuai dengan yang kami ketahui, menanyakannya kepada Anda, dan melaporkan yang mencurigakan tanpa memberi tahu Anda.',
      'Di atas jumlah yang ditetapkan hukum, kami menyertakan nama dan alamat pengirim dan penerima pada pengiriman aset, dan meminta data pihak lain kepada Anda.',
      'Kami dapat membatasi atau menutup akun bila Anda tidak menjawab, bila keterangan ternyata tidak benar, atau bila pihak berwenang memerintahkannya.',
    ],
  },
  {
    title: 'Data Anda',
    paragraphs: [
      'Kami memakai keterangan, dokumen, foto, dan video Anda untuk memverifikasi Anda dan mematuhi hukum. Semuanya dienkripsi, hanya dibuka oleh petugas verifikasi identitas, dan setiap pembukaan dicatat.',
      'Kami menyimpannya sekurang-kurangnya lima tahun setelah Anda berhenti, sebagaimana diminta hukum, lalu memusnahkannya. Kebijakan privasi mengatur selebihnya.',
    ],
  },
  {
    title: 'Tanggung jawab',
    paragraphs: [
      'Kami bertanggung jawab atas yang kami sebabkan dengan sengaja atau karena lalai. Kami tidak bertanggung jawab atas kerugian karena harga, jaringan aset, orang yang Anda beri kata sandi atau kode, atau keadaan yang tidak dapat dicegah siapa pun.',
      'Perjanjian ini tidak mengurangi hak yang diberikan hukum kepada konsumen.',
    ],
  },
  {
    title: 'Masa berlaku dan perubahan',
    paragraphs: [
      'Perjanjian ini berlaku sampai Anda menghapus akun atau kami mengakhirinya dengan pemberitahuan 30 hari, atau seketika bila hukum atau pihak berwenang memintanya. Saldo Anda tetap dibayarkan kepada Anda, kecuali pihak berwenang melarangnya.',
      'Kami mengumumkan perubahan 30 hari sebelumnya lewat email dan meminta persetujuan Anda. Yang tidak setuju boleh berhenti sebelum itu.',
    ],
  },
  {
    title: 'Hukum dan perselisihan',
    paragraphs: [
      'Perjanjian ini diatur oleh hukum Republik Indonesia. Hubungi kami lebih dahulu; kami menjawab dalam 20 hari kerja. Perselisihan yang tidak dapat diselesaikan bersama dibawa ke mediasi, lalu ke pengadilan di tempat tinggal Anda di Indonesia, atau Jakarta Pusat.',
      'Bila kedua bahasa berbeda, teks bahasa Indonesia yang mengikat.',
    ],
  },
]

/**
 * The terms and conditions, the same clauses in both languages; the registration form shows them and
 * asks for consent (REG-04, DEC-07). Texts as data: an operator may replace them without code.
 */
import type { Language } from '../language.ts'

export type LegalClause = { readonly title: string; readonly paragraphs: readonly string[] }

/** Day of the last change, shown above the text (CONST-24). */
export const termsUpdatedOn = '2024-02-07'

const simulationClause: Readonly<Record<Language, LegalClause>> = {
  en: {
    title: 'Simulation',
    paragraphs: [
      'This exchange runs in simulation mode. No real transactions, deposits or withdrawals happen: every amount is play money, without value and without claim on anyone.',
      'Prices and order books are made by programs that trade on this exchange. They are no offer and no advice.',
    ],
  },
  id: {
    title: 'Simulasi',
    paragraphs: [
      'Bursa ini berjalan dalam mode simulasi. Tidak ada transaksi, setoran, atau penarikan sungguhan: setiap jumlah adalah uang mainan, tanpa nilai dan tanpa hak tagih kepada siapa pun.',
      'Harga dan buku order dibuat oleh program yang bertransaksi di bursa ini. Semuanya bukan penawaran dan bukan nasihat.',
    ],
  },
}

const clauses: Readonly<Record<Language, readonly LegalClause[]>> = {
  en: [
    {
      title: 'Who may have an account',
      paragraphs: [
        'You are at least 18 years old or married, may enter into contracts, and act for yourself. One person has one account. What you tell us about yourself is true and stays up to date.',
      ],
    },
    {
      title: 'Your access',
      paragraphs: [
        'You keep your password and codes to yourself and tell us at once if someone else may know them. What is done with your password counts as done by you until you tell us.',
      ],
    },
    {
      title: 'Orders and trades',
      paragraphs: [
        'An order is binding once it is confirmed. It is matched by price, then by time. You may cancel what has not been filled. A trade that has taken place is final.',
        'We may refuse an order that breaks the limits of a market, and may halt a market to protect its participants. Open orders then stay as they are.',
      ],
    },
    {
      title: 'Fees and taxes',
      paragraphs: [
        'Fees, bourse fees and taxes are shown before you place an order and stand in its receipt. They are taken from what you receive. Rates may change for the future; a change is announced before it applies.',
      ],
    },
    {
      title: 'Your money and assets',
      paragraphs: [
        'Your balance is what our books owe you. It is kept apart from our own property. What is held for open orders cannot be used elsewhere until the order is filled or canceled.',
      ],
    },
    {
      title: 'Verification',
      paragraphs: [
        'The law obliges us to know who trades here. We may ask for documents and may limit an account until they have been checked.',
      ],
    },
    {
      title: 'Risk',
      paragraphs: [
        'Prices of digital assets can fall quickly and to nothing. Trade only with what you can afford to lose. We give no advice, and nothing on these pages is one.',
      ],
    },
    {
      title: 'What is not allowed',
      paragraphs: [
        'You do not use the exchange for money laundering, fraud or market manipulation, do not trade with yourself, and do not disturb its operation. We may suspend an account that does, and report it where the law says so.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'We answer for damage that we cause by intent or gross negligence. We do not answer for the price of assets, for networks of others, or for events outside our control.',
      ],
    },
    {
      title: 'Personal data',
      paragraphs: [
        'We use your data to run your account and to meet the law, keep it as long as the law asks, and never sell it. You may ask what we hold about you and have it corrected.',
      ],
    },
    {
      title: 'End of the account',
      paragraphs: [
        'You may close your account at any time once its balance is withdrawn. We may end it with notice of 30 days, or at once if these terms are broken. What the law makes us keep is kept.',
      ],
    },
    {
      title: 'Law and changes',
      paragraphs: [
        'These terms are governed by the law of the Republic of Indonesia. If they change, you are told before the change applies and may close your account. Where the two languages differ, the Indonesian text prevails.',
      ],
    },
  ],
  id: [
    {
      title: 'Siapa yang boleh punya akun',
      paragraphs: [
        'Anda berusia minimal 18 tahun atau sudah menikah, cakap membuat perjanjian, dan bertindak untuk diri sendiri. Satu orang memiliki satu akun. Keterangan tentang diri Anda benar dan selalu diperbarui.',
      ],
    },
    {
      title: 'Akses Anda',
      paragraphs: [
        'Anda merahasiakan kata sandi dan kode Anda, dan segera memberi tahu kami bila orang lain mungkin mengetahuinya. Yang dilakukan dengan kata sandi Anda dianggap dilakukan oleh Anda sampai Anda memberi tahu kami.',
      ],
    },
    {
      title: 'Order dan transaksi',
      paragraphs: [
        'Order mengikat setelah dikonfirmasi. Order dipertemukan menurut harga, lalu menurut waktu. Bagian yang belum terisi boleh dibatalkan. Transaksi yang sudah terjadi bersifat final.',
        'Kami dapat menolak order yang melanggar batas pasar, dan dapat menghentikan pasar untuk melindungi pesertanya. Order terbuka tetap seperti adanya.',
      ],
    },
    {
      title: 'Biaya dan pajak',
      paragraphs: [
        'Biaya, biaya bursa, dan pajak ditampilkan sebelum Anda memasang order dan tercantum dalam struknya. Semuanya dipotong dari yang Anda terima. Tarif dapat berubah untuk masa depan; perubahan diumumkan sebelum berlaku.',
      ],
    },
    {
      title: 'Uang dan aset Anda',
      paragraphs: [
        'Saldo Anda adalah kewajiban kami kepada Anda menurut pembukuan. Saldo itu dipisahkan dari harta kami. Yang ditahan untuk order terbuka tidak dapat dipakai sampai order terisi atau dibatalkan.',
      ],
    },
    {
      title: 'Verifikasi',
      paragraphs: [
        'Hukum mewajibkan kami mengenal siapa yang bertransaksi di sini. Kami dapat meminta dokumen dan membatasi akun sampai dokumen itu diperiksa.',
      ],
    },
    {
      title: 'Risiko',
      paragraphs: [
        'Harga aset digital dapat turun cepat sampai tak bernilai. Bertransaksilah hanya dengan uang yang sanggup Anda relakan. Kami tidak memberi nasihat, dan tidak ada isi halaman ini yang merupakan nasihat.',
      ],
    },
    {
      title: 'Yang tidak diperbolehkan',
      paragraphs: [
        'Anda tidak memakai bursa untuk pencucian uang, penipuan, atau manipulasi pasar, tidak bertransaksi dengan diri sendiri, dan tidak mengganggu jalannya bursa. Akun yang melakukannya dapat kami bekukan dan laporkan bila hukum mengharuskan.',
      ],
    },
    {
      title: 'Tanggung jawab',
      paragraphs: [
        'Kami bertanggung jawab atas kerugian yang kami sebabkan dengan sengaja atau karena kelalaian berat. Kami tidak bertanggung jawab atas harga aset, jaringan pihak lain, atau kejadian di luar kendali kami.',
      ],
    },
    {
      title: 'Data pribadi',
      paragraphs: [
        'Kami memakai data Anda untuk menjalankan akun dan memenuhi hukum, menyimpannya selama diminta hukum, dan tidak pernah menjualnya. Anda boleh menanyakan data Anda dan memintanya diperbaiki.',
      ],
    },
    {
      title: 'Berakhirnya akun',
      paragraphs: [
        'Anda boleh menutup akun kapan saja setelah saldonya ditarik. Kami dapat mengakhirinya dengan pemberitahuan 30 hari, atau seketika bila syarat ini dilanggar. Yang wajib disimpan menurut hukum tetap disimpan.',
      ],
    },
    {
      title: 'Hukum dan perubahan',
      paragraphs: [
        'Syarat ini diatur oleh hukum Republik Indonesia. Bila berubah, Anda diberi tahu sebelum perubahan berlaku dan boleh menutup akun. Bila kedua bahasa berbeda, teks bahasa Indonesia yang berlaku.',
      ],
    },
  ],
}

/** Returns the clauses to show; in simulation mode the first one says that nothing is real (AGR-05). */
export function termsOf(language: Language, isSimulation: boolean): readonly LegalClause[] {
  const rules = clauses[language]
  return isSimulation ? [simulationClause[language], ...rules] : rules
}

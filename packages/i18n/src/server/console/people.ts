/**
 * Server texts about people: refusals and previews for operators, and e-mails and notifications to people
 * about changes of their accounts.
 */
import { defineMessages } from '../../catalogue.ts'
import type { Language } from '../../language.ts'

type Sentence = Readonly<Record<Language, string>>

export const peopleSentences = {
  'desk.too_many_looks': {
    en: 'You looked for or opened {max} people within the hour, the most there can be.',
    id: 'Anda sudah mencari atau membuka {max} orang dalam sejam, yaitu batasnya.',
  },
  'desk.prefix_short': {
    en: 'Write at least {least} letters of the name, the whole e-mail address, or the number.',
    id: 'Tulis sedikitnya {least} huruf awal nama, alamat email lengkap, atau nomor akun.',
  },
  'user.own_account': {
    en: 'Nobody changes the own account here.',
    id: 'Tidak seorang pun mengubah akunnya sendiri di sini.',
  },
  'user.demo_person': {
    en: 'A demo person is many people: none of them may shut the others out. Sign up an account of your own to try it.',
    id: 'Orang demo dipakai banyak orang: tidak seorang pun boleh menutup pintu bagi yang lain. Daftarkan akun sendiri untuk mencobanya.',
  },
  'user.suspended_already': {
    en: 'This account is suspended already.',
    id: 'Akun ini sudah ditangguhkan.',
  },
  'user.not_suspended': {
    en: 'This account is not suspended.',
    id: 'Akun ini tidak ditangguhkan.',
  },
  'user.no_sessions': {
    en: 'There is no such session: it has ended already.',
    id: 'Sesi itu tidak ada: mungkin sudah berakhir.',
  },
  'user.no_factor': {
    en: 'This account has no second factor.',
    id: 'Akun ini tidak punya faktor kedua.',
  },
  'user.no_identity': {
    en: 'The identity of this account was never verified, so there is no face to compare with.',
    id: 'Identitas akun ini belum pernah diverifikasi, jadi tidak ada wajah untuk dibandingkan.',
  },
  'user.reset_waits': {
    en: 'The second factor of this account is about to be taken off already.',
    id: 'Faktor kedua akun ini memang sudah akan dilepas.',
  },
  'user.not_held': {
    en: 'This account is not on hold.',
    id: 'Akun ini tidak sedang ditahan.',
  },
  'user.held_otherwise': {
    en: 'The account was changed in the database again since you looked. Open it again and check it anew.',
    id: 'Akun ini diubah lagi di basis data sejak Anda membukanya. Buka lagi, lalu periksa dari awal.',
  },
  'user.limit_unchanged': {
    en: 'Nothing would change: this is the limit now.',
    id: 'Tidak ada yang berubah: itu memang batasnya sekarang.',
  },
  'user.limit_unknown': {
    en: 'This currency has no daily limit.',
    id: 'Mata uang ini tidak punya batas harian.',
  },
  'factor.link_used': {
    en: 'This link is not valid any more. Nothing was changed.',
    id: 'Tautan ini sudah tidak berlaku. Tidak ada yang diubah.',
  },
  'factor.kept': {
    en: 'Your second factor stays as it is.',
    id: 'Faktor kedua Anda tetap seperti semula.',
  },
  'notice.account_suspended': {
    en: 'Your account is suspended: orders and withdrawals rest. The mail about it says why and whom to write to.',
    id: 'Akun Anda ditangguhkan: order dan penarikan berhenti. Email tentang hal ini menjelaskan alasannya dan siapa yang dapat dihubungi.',
  },
  'notice.account_resumed': {
    en: 'Your account goes on: you can order and withdraw again.',
    id: 'Akun Anda dipulihkan: Anda dapat memasang order dan menarik dana lagi.',
  },
  'notice.factor_reset': {
    en: 'Your second factor will be taken off at {until}. If you did not ask for that, keep it by the link in the mail.',
    id: 'Faktor kedua Anda akan dilepas pada {until}. Jika Anda tidak memintanya, pertahankan lewat tautan di email.',
  },
  'notice.factor_reset_dropped': {
    en: 'The removal of your second factor was canceled. Your second factor stays on. Contact us if you still need it removed.',
    id: 'Pelepasan faktor kedua Anda dibatalkan. Faktor kedua Anda tetap aktif. Hubungi kami jika Anda masih perlu melepasnya.',
  },
  'desk.noted': { en: 'The note is kept.', id: 'Catatan disimpan.' },
} as const satisfies Record<string, Sentence>

/** Reasons of a suspension, as shown to the person. */
export const suspensionWords = {
  safety: {
    en: 'There are signs that somebody else uses your account.',
    id: 'Ada tanda bahwa orang lain memakai akun Anda.',
  },
  documents: {
    en: 'We asked you for something and still need it from you.',
    id: 'Kami pernah meminta sesuatu dari Anda dan masih memerlukannya.',
  },
  rules: {
    en: 'Our terms of use were not kept.',
    id: 'Ketentuan penggunaan kami tidak dipatuhi.',
  },
  law: {
    en: 'The law obliges us to. We may not say more about it.',
    id: 'Hukum mewajibkan kami. Kami tidak boleh menjelaskan lebih lanjut.',
  },
} as const satisfies Record<string, Sentence>

/** E-mails about accounts that operators changed. */
export const peopleMailTexts = {
  account_suspended: {
    en: {
      subject: 'Your {product} account is suspended',
      heading: 'Your account is suspended',
      body: '{why}\n\nYou can sign in and see everything, and cancel orders. New orders and withdrawals rest, and what was asked for before waits. Your money stays yours. All sessions have ended.\n\nWrite to us, so that we can clear it up together.\n\nTime: {time}',
      button: 'Write to us',
    },
    id: {
      subject: 'Akun {product} Anda ditangguhkan',
      heading: 'Akun Anda ditangguhkan',
      body: '{why}\n\nAnda tetap dapat masuk, melihat semuanya, dan membatalkan order. Order dan penarikan baru berhenti, dan penarikan yang sudah diminta menunggu. Uang Anda tetap milik Anda. Semua sesi telah berakhir.\n\nHubungi kami, agar kita dapat menyelesaikannya bersama.\n\nWaktu: {time}',
      button: 'Hubungi kami',
    },
  },
  account_resumed: {
    en: {
      subject: 'Your {product} account goes on',
      heading: 'Your account goes on',
      body: 'The suspension is over: you can order and withdraw again, and withdrawals that waited go on.\n\nTime: {time}',
      button: 'Open your account',
    },
    id: {
      subject: 'Akun {product} Anda dipulihkan',
      heading: 'Akun Anda dipulihkan',
      body: 'Penangguhan sudah berakhir: Anda dapat memasang order dan menarik dana lagi, dan penarikan yang menunggu dilanjutkan.\n\nWaktu: {time}',
      button: 'Buka akun Anda',
    },
  },
  factor_reset: {
    en: {
      subject: 'Your second factor at {product} will be taken off',
      heading: 'Your second factor will be taken off',
      body: 'You told us that you have lost your authenticator, and we have checked that it is you. On {until} the second factor is taken off and all sessions end. Your withdrawals wait for a day after that.\n\nIf you did not ask for this, somebody else did: keep the second factor with the button, and change your password.\n\nTime: {time}',
      button: 'Keep my second factor',
      note: 'If you did ask for it, you need not do anything.',
    },
    id: {
      subject: 'Faktor kedua Anda di {product} akan dilepas',
      heading: 'Faktor kedua Anda akan dilepas',
      body: 'Anda memberi tahu kami bahwa autentikator Anda hilang, dan kami sudah memeriksa bahwa itu benar Anda. Pada {until} faktor kedua dilepas dan semua sesi berakhir. Setelah itu penarikan Anda menunggu sehari.\n\nJika bukan Anda yang meminta, berarti orang lain: pertahankan faktor kedua dengan tombol ini, lalu ganti kata sandi Anda.\n\nWaktu: {time}',
      button: 'Pertahankan faktor kedua saya',
      note: 'Jika memang Anda yang meminta, tidak ada yang perlu dilakukan.',
    },
  },
  factor_reset_dropped: {
    en: {
      subject: 'Your second factor at {product} stays on',
      heading: 'Your second factor stays on',
      body: 'The removal of your second factor was canceled: its approval could not be verified. Nothing changed in your account, and signing in still needs your code.\n\nIf you have lost your authenticator, contact us and we will check your request again.\n\nTime: {time}',
      button: 'Contact us',
      note: 'If you did not ask for the removal, change your password.',
    },
    id: {
      subject: 'Faktor kedua Anda di {product} tetap aktif',
      heading: 'Faktor kedua Anda tetap aktif',
      body: 'Pelepasan faktor kedua Anda dibatalkan karena persetujuannya tidak dapat diverifikasi. Tidak ada yang berubah di akun Anda, dan masuk tetap memerlukan kode Anda.\n\nJika autentikator Anda hilang, hubungi kami dan kami akan memeriksa permintaan Anda lagi.\n\nWaktu: {time}',
      button: 'Hubungi kami',
      note: 'Jika bukan Anda yang memintanya, ganti kata sandi Anda.',
    },
  },
} as const

/** Previews of changes of an account, for operators. */
export const peopleDeskTexts = defineMessages(
  {
    person: 'account {id} ({name})',
    suspendTitle: 'Suspend {person}: no orders, no withdrawals',
    resumeTitle: 'Let {person} go on',
    endAllTitle: 'End all sessions of {person}',
    endOneTitle: 'End one session of {person}',
    limitTitle: 'Change how much {currency} {person} may withdraw within a day',
    resetTitle: 'Take the second factor off {person}',
    proveTitle: 'Release the hold on {person}',
    heldState: 'on hold: changed in the database',
    address: 'E-mail address that stays',
    password: 'Password',
    passwordChosen: 'removed; a link to choose a new one is sent to this address',
    proveSure:
      'Whoever has this address owns the account. Check with the person that it is the right one.',
    state: 'State',
    active: 'active',
    suspended: 'suspended',
    told: 'What the person is told by mail',
    resumedMail: 'that the account goes on',
    holdings: 'What is on the account',
    aboutValue: 'about {value}',
    unknownValue: 'something without a price',
    stays: 'stays, and cannot leave',
    free: 'may be used again',
    openOrders: 'Open orders',
    orders: '{count} in the book',
    ordersStay: '{count} in the book; the person may cancel them',
    withdrawals: 'Withdrawals that are not sent yet',
    withdrawalsRun: '{count} on their way',
    withdrawalsWait: '{count} wait until the account goes on',
    withdrawalsGoOn: '{count} go on',
    sessions: 'Sessions',
    count: '{count}',
    none: 'none',
    thisSession: 'Session',
    ended: 'ended',
    isOperator:
      'This account has a role in this console, and loses it for as long as it is suspended.',
    heldByDeposit:
      'A deposit that its chain took back holds this account too: orders and withdrawals rest until that is decided.',
    signsInAgain: 'Whoever knows password and second factor signs in again.',
    daily: 'Within a day',
    usual: '{amount}, as everybody',
    own: '{amount}, this person alone',
    nothingLeaves: 'Nothing could leave this account.',
    aboveUsual: 'This is more than everybody else may withdraw.',
    inRupiah: 'In rupiah, at the last price',
    factor: 'Second factor',
    on: 'on',
    offAt: 'taken off {hours} hours after a second person confirmed',
    checked: 'Checked before',
    checks: 'face compared with the identity check, questions answered, mail answered',
    resetMail: 'when it happens, with a link that keeps the second factor',
    waitsAfter: 'Withdrawals rest for a day after that, and all sessions end.',
    sure: 'Whoever gets in by this owns the account. Propose it only if you did all three checks yourself.',
  },
  {
    person: 'akun {id} ({name})',
    suspendTitle: 'Tangguhkan {person}: tanpa order, tanpa penarikan',
    resumeTitle: 'Pulihkan {person}',
    endAllTitle: 'Akhiri semua sesi {person}',
    endOneTitle: 'Akhiri satu sesi {person}',
    limitTitle: 'Ubah jumlah {currency} yang boleh ditarik {person} dalam sehari',
    resetTitle: 'Lepas faktor kedua {person}',
    proveTitle: 'Lepaskan penahanan {person}',
    heldState: 'ditahan: diubah di basis data',
    address: 'Alamat email yang berlaku',
    password: 'Kata sandi',
    passwordChosen: 'dihapus; tautan untuk memilih yang baru dikirim ke alamat ini',
    proveSure:
      'Pemilik alamat ini menguasai akunnya. Pastikan kepada orangnya bahwa alamat ini benar.',
    state: 'Status',
    active: 'aktif',
    suspended: 'ditangguhkan',
    told: 'Yang diberitahukan kepada orangnya lewat email',
    resumedMail: 'bahwa akunnya dipulihkan',
    holdings: 'Isi akun',
    aboutValue: 'sekitar {value}',
    unknownValue: 'ada yang tanpa harga',
    stays: 'tetap di situ, dan tidak dapat keluar',
    free: 'dapat dipakai lagi',
    openOrders: 'Order terbuka',
    orders: '{count} di buku order',
    ordersStay: '{count} di buku order; orangnya boleh membatalkan',
    withdrawals: 'Penarikan yang belum dikirim',
    withdrawalsRun: '{count} sedang berjalan',
    withdrawalsWait: '{count} menunggu sampai akun dipulihkan',
    withdrawalsGoOn: '{count} dilanjutkan',
    sessions: 'Sesi',
    count: '{count}',
    none: 'tidak ada',
    thisSession: 'Sesi',
    ended: 'berakhir',
    isOperator: 'Akun ini punya peran di konsol ini, dan kehilangan peran itu selama ditangguhkan.',
    heldByDeposit:
      'Setoran yang ditarik kembali oleh rantainya juga menahan akun ini: order dan penarikan berhenti sampai hal itu diputuskan.',
    signsInAgain: 'Siapa pun yang tahu kata sandi dan faktor keduanya dapat masuk lagi.',
    daily: 'Dalam sehari',
    usual: '{amount}, seperti semua orang',
    own: '{amount}, khusus orang ini',
    nothingLeaves: 'Tidak ada yang dapat keluar dari akun ini.',
    aboveUsual: 'Ini lebih besar daripada batas semua orang lain.',
    inRupiah: 'Dalam rupiah, menurut harga terakhir',
    factor: 'Faktor kedua',
    on: 'aktif',
    offAt: 'dilepas {hours} jam setelah orang kedua mengonfirmasi',
    checked: 'Yang sudah diperiksa',
    checks: 'wajah dibandingkan dengan pemeriksaan identitas, pertanyaan dijawab, email dijawab',
    resetMail: 'kapan hal itu terjadi, dengan tautan untuk mempertahankan faktor kedua',
    waitsAfter: 'Setelah itu penarikan berhenti sehari, dan semua sesi berakhir.',
    sure: 'Siapa pun yang masuk dengan cara ini menguasai akunnya. Usulkan hanya jika Anda sendiri melakukan ketiga pemeriksaan.',
  },
)

/** Server texts for operators, by code. */
import type { Language } from '../../language.ts'

type Sentence = Readonly<Record<Language, string>>

export const deskSentences = {
  'desk.forbidden': {
    en: 'This is for operators whose role allows it.',
    id: 'Ini untuk operator yang perannya mengizinkan.',
  },
  'desk.two_factor': {
    en: 'Operators need a second factor. Switch it on in your security settings first.',
    id: 'Operator memerlukan faktor kedua. Aktifkan dahulu di pengaturan keamanan.',
  },
  'desk.case_unknown': { en: 'There is no such case.', id: 'Kasus itu tidak ada.' },
  'desk.person_unknown': {
    en: 'There is no account of this address or number.',
    id: 'Tidak ada akun dengan alamat atau nomor ini.',
  },
  'desk.already_decided': {
    en: 'This was decided or changed meanwhile. Look at it again.',
    id: 'Ini sudah diputuskan atau berubah. Periksa lagi.',
  },
  'desk.same_operator': {
    en: 'You approved this already. Another person must approve it too.',
    id: 'Anda sudah menyetujui ini. Orang lain harus menyetujuinya juga.',
  },
  'desk.vote_unproven': {
    en: 'Nothing proves who proposed or confirmed this. It has to be proposed again.',
    id: 'Tidak ada bukti siapa yang mengusulkan atau mengonfirmasi ini. Usulkan lagi dari awal.',
  },
  'desk.passkey_needed': {
    en: 'Confirm this decision with your passkey.',
    id: 'Konfirmasi keputusan ini dengan passkey Anda.',
  },
  'desk.passkey_missing': {
    en: 'Decisions need a passkey here. Add one under "My passkeys" first.',
    id: 'Keputusan di sini memerlukan passkey. Tambahkan dulu di "Passkey saya".',
  },
  'desk.passkey_wrong': {
    en: 'The passkey could not be verified. Try again.',
    id: 'Passkey tidak dapat diverifikasi. Coba lagi.',
  },
  'desk.code_needed': {
    en: 'Confirm this decision with a fresh code of your authenticator.',
    id: 'Konfirmasi keputusan ini dengan kode baru dari aplikasi autentikator Anda.',
  },
  'desk.code_wrong': {
    en: 'The code is wrong or was used before. Wait for the next one and try again.',
    id: 'Kode salah atau sudah pernah dipakai. Tunggu kode berikutnya, lalu coba lagi.',
  },
  'desk.passkeys_full': {
    en: 'You have {max} passkeys, the most there can be. Remove one first.',
    id: 'Anda sudah memiliki {max} passkey, yaitu batasnya. Hapus salah satu dulu.',
  },
  'desk.sign_in_again': {
    en: 'Sign out and sign in again first: passkeys are added and removed within 15 minutes of signing in.',
    id: 'Keluar lalu masuk lagi: passkey hanya dapat ditambah atau dihapus dalam 15 menit setelah masuk.',
  },
  'desk.own_case': {
    en: 'Nobody decides about the own money.',
    id: 'Tidak seorang pun memutuskan uangnya sendiri.',
  },
  'desk.too_many_shown': {
    en: 'You were shown {max} people within the hour, the most there can be.',
    id: 'Anda sudah melihat data {max} orang dalam sejam, yaitu batasnya.',
  },
  'desk.file_broken': {
    en: 'This PDF cannot be shown: it is damaged. Ask the user for a picture of it.',
    id: 'PDF ini tidak dapat ditampilkan karena rusak. Minta gambarnya kepada pengguna.',
  },
  'desk.file_locked': {
    en: 'This PDF cannot be shown: it is protected by a password. Ask the user for one without a password.',
    id: 'PDF ini tidak dapat ditampilkan karena dilindungi kata sandi. Minta PDF tanpa kata sandi kepada pengguna.',
  },
  'desk.file_pages': {
    en: 'This PDF cannot be shown: it has too many pages. Ask the user for the page with the payment.',
    id: 'PDF ini tidak dapat ditampilkan karena halamannya terlalu banyak. Minta halaman pembayarannya kepada pengguna.',
  },
  'desk.own_roles': {
    en: 'Nobody changes the own roles.',
    id: 'Tidak seorang pun mengubah perannya sendiri.',
  },
  'desk.role_unchanged': {
    en: 'This account has the role already, or has it not: nothing would change.',
    id: 'Akun ini sudah punya peran itu, atau memang tidak punya: tidak ada yang berubah.',
  },
  'desk.already_proposed': {
    en: 'The same change already waits for a second operator.',
    id: 'Perubahan yang sama sudah menunggu operator kedua.',
  },
  'desk.proposed': {
    en: 'Proposed. It takes effect once a second admin confirms it, within 24 hours.',
    id: 'Diusulkan. Berlaku setelah administrator kedua mengonfirmasinya, dalam 24 jam.',
  },
  'desk.change_unknown': {
    en: 'There is no such kind of change here.',
    id: 'Jenis perubahan itu tidak ada di sini.',
  },
  'desk.change_stale': {
    en: 'What it would change is not what it was when this was proposed. Decline it, and propose it anew.',
    id: 'Yang akan diubah sudah tidak sama seperti saat diusulkan. Tolak, lalu usulkan lagi.',
  },
  'desk.change_unfinished': {
    en: 'An earlier change of the same is still being carried out. Try again in a moment.',
    id: 'Perubahan sebelumnya atas hal yang sama masih dijalankan. Coba lagi sebentar.',
  },
  'desk.change_impossible': {
    en: 'This could not be carried out, and never can be as it is: what is kept does not allow it. Look at what it was about, and propose it anew.',
    id: 'Perubahan ini tidak dapat dijalankan dan tidak akan bisa seperti ini: data yang tersimpan tidak mengizinkannya. Periksa hal yang diubah, lalu usulkan lagi.',
  },
  'desk.proposer_without_role': {
    en: 'Whoever proposed this has the role for it no more. It can only be declined.',
    id: 'Pengusulnya tidak lagi memiliki peran untuk ini. Hanya dapat ditolak.',
  },
  'desk.change_applied': {
    en: 'Done. It is recorded with your reason.',
    id: 'Selesai. Tindakan dicatat beserta alasan Anda.',
  },
  'desk.change_applying': {
    en: 'It is being carried out, and goes on by itself.',
    id: 'Sedang dijalankan, dan berlanjut dengan sendirinya.',
  },
  'desk.change_waiting': {
    en: 'Proposed. It takes effect once a second person confirms it, within 24 hours.',
    id: 'Diusulkan. Berlaku setelah orang kedua mengonfirmasinya, dalam 24 jam.',
  },
  'desk.chain_unmoved': {
    en: 'The chain is in that state already, or goes on by itself. Look at it again.',
    id: 'Rantai itu sudah dalam keadaan tersebut, atau berlanjut sendiri. Periksa lagi.',
  },
  'desk.height_needed': {
    en: 'Name the last block that still stands: it must be below {below}.',
    id: 'Sebutkan blok terakhir yang masih berlaku: harus di bawah {below}.',
  },
  'desk.height_wrong': {
    en: 'A deposit below that block stands elsewhere than the node says. Go further back.',
    id: 'Ada setoran di bawah blok itu yang letaknya berbeda menurut node. Mundur lebih jauh.',
  },
  'desk.node_silent': {
    en: 'The node does not answer. Nothing was changed.',
    id: 'Node tidak menjawab. Tidak ada yang diubah.',
  },
  'desk.reserve_uncovered': {
    en: 'The chain does not hold that much more than the books say: at most {most}.',
    id: 'Rantai tidak menyimpan sebanyak itu di luar pembukuan: paling banyak {most}.',
  },
  'desk.reserve_proposed': {
    en: 'Proposed. It is booked once another person names the same, within 24 hours.',
    id: 'Diusulkan. Dibukukan setelah orang lain menyebut hal yang sama, dalam 24 jam.',
  },
  'desk.steered': {
    en: 'Done. It is recorded with your reason.',
    id: 'Selesai. Tindakan dicatat beserta alasan Anda.',
  },
  'desk.decided': { en: 'Your decision is recorded.', id: 'Keputusan Anda sudah dicatat.' },
} as const satisfies Record<string, Sentence>

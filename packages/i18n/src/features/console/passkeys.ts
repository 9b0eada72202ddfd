/** Texts of the console about the passkeys by which operators sign their decisions. */
import { defineMessages } from '../../catalogue.ts'

export const consolePasskeyMessages = defineMessages(
  {
    title: 'My passkeys',
    text: 'A passkey signs each of your decisions: your device asks for your fingerprint, face or PIN. Nobody who gets hold of your session or of the database can decide in your name.',
    none: 'You have no passkey yet. Until you add one, a fresh code of your authenticator confirms each of your decisions, which is weaker: whoever reads the code while it is good can decide in your name. A demo operator has no authenticator: the simulation fills in the code for them.',
    needed: 'Decisions need a passkey here. Add one before you decide.',
    unsupported:
      'This browser offers no passkeys at this address: they work at {origin}, and need https unless that is this computer.',
    decisionUnsupported:
      'This browser offers no passkeys here, so it cannot confirm the decision. Open the console by https, in a browser that has passkeys.',
    name: 'Name',
    added: 'Added',
    lastUsed: 'Last used',
    never: 'Never',
    remove: 'Remove',
    removed: 'Passkey removed',
    addTitle: 'Add a passkey',
    nameLabel: 'Name of the device',
    nameNote: 'So that you know it again, such as "Office laptop".',
    nameMissing: 'Enter a name.',
    add: 'Add passkey',
    addedNow: 'Passkey added. It signs your decisions from now on.',
    notMade: 'Your device made no passkey. Try again.',
    weaker:
      'Your decisions are not signed by a passkey yet. A code of an authenticator confirms them, which is weaker.',
    offer: 'Add a passkey',
    codeTitle: 'Confirm with your authenticator',
    codeText:
      'Enter the code that your authenticator shows now. It confirms this one decision and is used up by it.',
    codeWeaker:
      'This is weaker than a passkey: whoever reads the code while it is good can decide in your name.',
    codeLabel: 'Code of your authenticator',
    codeNote: '6 digits, a new code every 30 seconds',
    codeMissing: 'Enter the 6 digits.',
    codeConfirm: 'Confirm decision',
    codeCancel: 'Cancel',
  },
  {
    title: 'Passkey saya',
    text: 'Passkey menandatangani setiap keputusan Anda: perangkat meminta sidik jari, wajah, atau PIN. Siapa pun yang menguasai sesi Anda atau basis data tidak dapat memutuskan atas nama Anda.',
    none: 'Anda belum memiliki passkey. Selama belum ada, setiap keputusan Anda dikonfirmasi dengan kode baru dari aplikasi autentikator, yang lebih lemah: siapa pun yang membaca kode itu selagi berlaku dapat memutuskan atas nama Anda. Operator demo tidak memiliki autentikator: simulasi mengisikan kodenya.',
    needed: 'Keputusan di sini memerlukan passkey. Tambahkan sebelum memutuskan.',
    unsupported:
      'Browser ini tidak menyediakan passkey di alamat ini: passkey berlaku di {origin}, dan memerlukan https kecuali di komputer ini.',
    decisionUnsupported:
      'Browser ini tidak menyediakan passkey di sini, sehingga keputusan tidak dapat dikonfirmasi. Buka konsol lewat https, di browser yang punya passkey.',
    name: 'Nama',
    added: 'Ditambahkan',
    lastUsed: 'Terakhir dipakai',
    never: 'Belum pernah',
    remove: 'Hapus',
    removed: 'Passkey dihapus',
    addTitle: 'Tambah passkey',
    nameLabel: 'Nama perangkat',
    nameNote: 'Agar mudah dikenali, misalnya "Laptop kantor".',
    nameMissing: 'Isi nama.',
    add: 'Tambah passkey',
    addedNow: 'Passkey ditambahkan. Mulai sekarang passkey ini menandatangani keputusan Anda.',
    notMade: 'Perangkat tidak membuat passkey. Coba lagi.',
    weaker:
      'Keputusan Anda belum ditandatangani dengan passkey, melainkan dikonfirmasi dengan kode autentikator, yang lebih lemah.',
    offer: 'Tambah passkey',
    codeTitle: 'Konfirmasi dengan autentikator',
    codeText:
      'Masukkan kode yang sedang ditampilkan aplikasi autentikator Anda. Kode itu hanya mengonfirmasi keputusan ini dan langsung tidak berlaku lagi.',
    codeWeaker:
      'Cara ini lebih lemah daripada passkey: siapa pun yang membaca kode itu selagi berlaku dapat memutuskan atas nama Anda.',
    codeLabel: 'Kode dari autentikator',
    codeNote: '6 digit, berganti setiap 30 detik',
    codeMissing: 'Masukkan 6 digit kode.',
    codeConfirm: 'Konfirmasi keputusan',
    codeCancel: 'Batal',
  },
)

/** What the server says of the address book: refusals and answers. */
export const addressBookSentences = {
  'book.saved': { en: 'Saved in your address book.', id: 'Tersimpan di buku alamat Anda.' },
  'book.changed': { en: 'The entry is changed.', id: 'Entri diubah.' },
  'book.removed': { en: 'The entry is removed.', id: 'Entri dihapus.' },
  'book.unknown': {
    en: 'This entry is not in your address book.',
    id: 'Entri ini tidak ada di buku alamat Anda.',
  },
  'book.known': {
    en: 'This is in your address book already, as “{label}”.',
    id: 'Ini sudah ada di buku alamat Anda, sebagai “{label}”.',
  },
  'book.full': {
    en: 'Your address book has {max} entries, and no room for more. Remove one first.',
    id: 'Buku alamat Anda berisi {max} entri dan sudah penuh. Hapus satu dahulu.',
  },
  'book.label': {
    en: 'Give it a label of 1 to {max} characters on one line.',
    id: 'Beri label 1 sampai {max} karakter dalam satu baris.',
  },
  'book.name': {
    en: 'A name has at least two letters and at most {max} characters on one line.',
    id: 'Nama berisi paling sedikit dua huruf dan paling banyak {max} karakter dalam satu baris.',
  },
  'book.home_address': {
    en: 'A home address has at least two letters and at most {max} characters.',
    id: 'Alamat rumah berisi paling sedikit dua huruf dan paling banyak {max} karakter.',
  },
  'book.nothing': {
    en: 'Fill in an address on a chain, a name, or both.',
    id: 'Isi alamat di jaringan, nama, atau keduanya.',
  },
} as const

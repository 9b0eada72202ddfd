/** Server texts about the address book: refusals and answers. */
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
  'book.label': { en: 'Fill in a label.', id: 'Isi label.' },
  'book.label_long': {
    en: 'The label has more than {max} characters.',
    id: 'Label lebih dari {max} karakter.',
  },
  'book.label_letter': {
    en: 'The label cannot have the character {letter}.',
    id: 'Label tidak dapat memuat karakter {letter}.',
  },
  'book.name': {
    en: 'A name has at least two letters.',
    id: 'Nama berisi paling sedikit dua huruf.',
  },
  'book.name_long': {
    en: 'The name has more than {max} characters.',
    id: 'Nama lebih dari {max} karakter.',
  },
  'book.name_letter': {
    en: 'The name cannot have the character {letter}.',
    id: 'Nama tidak dapat memuat karakter {letter}.',
  },
  'book.home_address': {
    en: 'A home address has at least two letters.',
    id: 'Alamat rumah berisi paling sedikit dua huruf.',
  },
  'book.home_address_long': {
    en: 'The home address has more than {max} characters.',
    id: 'Alamat rumah lebih dari {max} karakter.',
  },
  'book.home_address_letter': {
    en: 'The home address cannot have the character {letter}.',
    id: 'Alamat rumah tidak dapat memuat karakter {letter}.',
  },
  'book.nothing': {
    en: 'Fill in an address on a chain, a name, or both.',
    id: 'Isi alamat di jaringan, nama, atau keduanya.',
  },
} as const

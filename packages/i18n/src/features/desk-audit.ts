/** What the operator console says about finding entries of its record. */
import { defineMessages } from '../catalogue.ts'

export const deskAuditMessages = defineMessages(
  {
    filters: 'Find entries',
    anybody: 'Anybody',
    anything: 'Anything',
    subjectNote: 'Whole, such as withdrawal:7, or its beginning.',
    from: 'From day',
    to: 'To day',
    apply: 'Find',
    clear: 'Show everything',
    count: 'Entries found: {count}',
    save: 'Save as CSV',
    saved: 'The file is saved. That you took it is in the record.',
    notSaved: 'The file could not be saved.',
    none: 'No entry is like that.',
    isNot: 'is not there any more',
  },
  {
    filters: 'Cari entri',
    anybody: 'Siapa saja',
    anything: 'Apa saja',
    subjectNote: 'Utuh, misalnya withdrawal:7, atau bagian awalnya.',
    from: 'Dari tanggal',
    to: 'Sampai tanggal',
    apply: 'Cari',
    clear: 'Tampilkan semua',
    count: 'Entri yang ditemukan: {count}',
    save: 'Simpan sebagai CSV',
    saved: 'Berkas tersimpan. Pengambilannya dicatat.',
    notSaved: 'Berkas tidak dapat disimpan.',
    none: 'Tidak ada entri seperti itu.',
    isNot: 'tidak ada lagi',
  },
)

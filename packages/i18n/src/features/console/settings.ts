/** Texts of the console about settings. */
import { defineMessages } from '../../catalogue.ts'

export const consoleSettingMessages = defineMessages(
  {
    settings: 'Settings',
    settingsText:
      'What holds from the moment it is changed, without a restart. Each change is recorded with its reason; most of those about money take a second person.',
    empty: 'There is nothing to set here.',
    change: 'Change',
    changeWhat: 'Change: {what}',
    now: 'Now',
    byDefault: 'By default',
    neverChanged: 'As the configuration says',
    changedBy: 'Changed by {name}, {at}',
    notYours: 'Your roles let you look, not change.',
    newValue: 'New value',
    on: 'on',
    off: 'off',
    show: 'Show what would happen',
    toDefault: 'Back to the default',
    rupiahWrong: 'Write whole rupiah, such as 50.000 or 1,5jt.',
    countWrong: 'Write a whole number.',
    same: 'It is so already.',
  },
  {
    settings: 'Pengaturan',
    settingsText:
      'Berlaku sejak saat diubah, tanpa memulai ulang. Setiap perubahan dicatat beserta alasannya; sebagian besar yang menyangkut uang memerlukan orang kedua.',
    empty: 'Tidak ada yang dapat diatur di sini.',
    change: 'Ubah',
    changeWhat: 'Ubah: {what}',
    now: 'Sekarang',
    byDefault: 'Bawaan',
    neverChanged: 'Sesuai konfigurasi',
    changedBy: 'Diubah oleh {name}, {at}',
    notYours: 'Peran Anda hanya untuk melihat, tidak untuk mengubah.',
    newValue: 'Nilai baru',
    on: 'aktif',
    off: 'nonaktif',
    show: 'Tampilkan yang akan terjadi',
    toDefault: 'Kembali ke bawaan',
    rupiahWrong: 'Tulis rupiah bulat, misalnya 50.000 atau 1,5jt.',
    countWrong: 'Tulis bilangan bulat.',
    same: 'Sudah demikian.',
  },
)

/** The pages for an unknown address and for maintenance. */
import { defineMessages } from '../../catalogue.ts'

export const statusPageMessages = defineMessages(
  {
    notFoundText: 'Nothing is at this address. It may have moved, or the link has a slip.',
    toHome: 'To the home page',
    maintenanceNote:
      'Your balances and open orders are kept as they are. Withdrawals under way wait until we open again.',
    maintenanceAsks: 'This page checks every 30 seconds and lets you in by itself.',
    maintenanceAsked: 'Last checked at {time}. This page lets you in by itself.',
  },
  {
    notFoundText:
      'Tidak ada apa pun di alamat ini. Mungkin sudah pindah, atau tautannya salah ketik.',
    toHome: 'Ke beranda',
    maintenanceNote:
      'Saldo dan order terbuka Anda tetap seperti adanya. Penarikan yang sedang berjalan menunggu sampai kami buka kembali.',
    maintenanceAsks: 'Halaman ini memeriksa setiap 30 detik dan terbuka dengan sendirinya.',
    maintenanceAsked: 'Terakhir diperiksa pukul {time}. Halaman ini terbuka dengan sendirinya.',
  },
)

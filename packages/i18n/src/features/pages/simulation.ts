/** What is simulated: the dialog of the ribbon. */
import { defineMessages } from '../../catalogue.ts'

export const simulationMessages = defineMessages(
  {
    ribbonPrices:
      'Prices and order books come from programs that quote and trade on this exchange.',
    ribbonVolume: 'Their trades are counted in the volume.',
    ribbonFunds: 'Every new account starts with {rupiah} and {bitcoin} of play money.',
    ribbonRules: 'Orders, fees, taxes and the ledger work exactly as they would live.',
    ribbonReset: 'To start over, stop the exchange and run {command}.',
  },
  {
    ribbonPrices:
      'Harga dan buku order berasal dari program yang memasang order dan bertransaksi di bursa ini.',
    ribbonVolume: 'Transaksi program itu ikut dihitung dalam volume.',
    ribbonFunds: 'Setiap akun baru mulai dengan {rupiah} dan {bitcoin} uang mainan.',
    ribbonRules: 'Order, biaya, pajak, dan pembukuan bekerja persis seperti di bursa sungguhan.',
    ribbonReset: 'Untuk mulai dari awal, hentikan bursa lalu jalankan {command}.',
  },
)

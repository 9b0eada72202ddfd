/** The order demonstration of the home page, loaded with its section. */
import { defineMessages } from '../../catalogue.ts'

export const orderDemoMessages = defineMessages(
  {
    demoSide: 'Buy or sell',
    demoAmount: 'For',
    demoSamples: 'Amounts to try',
    demoMeant: 'Which one do you mean?',
    demoUnreadable: 'This cannot be read as an amount.',
    demoOrder: '{side} {amount} at {price} or better',
    demoFailed: 'The live book could not be loaded.',
    demoLeast: 'The smallest order is {amount}.',
    demoNone: 'The book does not hold an order of this size right now.',
    demoReceipt: 'Your receipt',
    demoTry: 'Place it with play money',
    demoNote: 'Nothing is sent from here. On the exchange this stands under every order form.',
    demoBook: '{pair} order book',
    demoBookText: 'live; the rows that your order would take are lit',
    demoPrice: 'Price',
  },
  {
    demoSide: 'Beli atau jual',
    demoAmount: 'Senilai',
    demoSamples: 'Jumlah untuk dicoba',
    demoMeant: 'Yang mana maksud Anda?',
    demoUnreadable: 'Ini tidak terbaca sebagai jumlah.',
    demoOrder: '{side} {amount} pada {price} atau lebih baik',
    demoFailed: 'Buku order langsung tidak dapat dimuat.',
    demoLeast: 'Order terkecil adalah {amount}.',
    demoNone: 'Buku order saat ini tidak memuat order sebesar ini.',
    demoReceipt: 'Struk Anda',
    demoTry: 'Pasang dengan uang mainan',
    demoNote:
      'Tidak ada yang dikirim dari sini. Di bursa, struk ini ada di bawah setiap formulir order.',
    demoBook: 'Buku order {pair}',
    demoBookText: 'langsung; baris yang akan diambil order Anda disorot',
    demoPrice: 'Harga',
  },
)

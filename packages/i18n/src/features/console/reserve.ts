/** Texts of the console about reserves of the exchange's own coins. */
import { defineMessages } from '../../catalogue.ts'

export const consoleReserveMessages = defineMessages(
  {
    title: 'Coins of the house',
    text: 'Coins that the house sent to its hot wallet for network fees are booked as its own once two people name the same. Never more than what has no name above.',
    none: 'Nothing waits for a second person.',
    proposed: '{name} proposed {amount} on {chain}, {at}.',
    reason: 'Reason: {reason}',
    mine: 'Another person has to confirm it.',
    confirm: 'Confirm {amount}',
    open: 'Book coins of the house',
    way: 'Chain and currency',
    amount: 'Amount',
    amountWrong: 'Name an amount above 0 without points between thousands, such as 0,5.',
    whyLabel: 'Why these coins are the house’s own',
    whyNote: 'Kept in the record with your name. At least {least} characters.',
    propose: 'Propose {amount}',
  },
  {
    title: 'Koin milik bursa',
    text: 'Koin yang dikirim bursa ke dompet panasnya untuk biaya jaringan dibukukan sebagai miliknya setelah dua orang menyebut hal yang sama. Tidak pernah lebih dari yang tidak bernama di atas.',
    none: 'Tidak ada yang menunggu orang kedua.',
    proposed: '{name} mengusulkan {amount} di {chain}, {at}.',
    reason: 'Alasan: {reason}',
    mine: 'Orang lain harus mengonfirmasinya.',
    confirm: 'Konfirmasi {amount}',
    open: 'Bukukan koin bursa',
    way: 'Rantai dan mata uang',
    amount: 'Jumlah',
    amountWrong: 'Sebutkan jumlah di atas 0 tanpa titik ribuan, misalnya 0,5.',
    whyLabel: 'Mengapa koin ini milik bursa',
    whyNote: 'Disimpan dalam catatan dengan nama Anda. Paling sedikit {least} huruf.',
    propose: 'Usulkan {amount}',
  },
)

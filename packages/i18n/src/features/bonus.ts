/** The month's bonus. */
import { defineMessages } from '../catalogue.ts'

export const bonusMessages = defineMessages(
  {
    title: 'Monthly bonus',
    period: '{start} to {end} WIB',
    counted: '{count} of {target} orders filled',
    left: 'Orders to go: {count}. An order counts once all of it is filled.',
    reached: 'Reached: this month’s orders are filled.',
    amount: 'Bonus: {amount}',
    noAmount: 'This exchange has set no bonus amount; it keeps the count.',
    loading: 'Loading the bonus',
    failed: 'The bonus could not be loaded',
    failedText: 'Your balances and orders are not affected.',
  },
  {
    title: 'Bonus bulanan',
    period: '{start} sampai {end} WIB',
    counted: '{count} dari {target} order terisi',
    left: 'Kurang {count} order. Order dihitung setelah terisi seluruhnya.',
    reached: 'Tercapai: order bulan ini sudah terisi.',
    amount: 'Bonus: {amount}',
    noAmount: 'Bursa ini tidak menetapkan jumlah bonus; hanya hitungannya yang dicatat.',
    loading: 'Memuat bonus',
    failed: 'Bonus tidak dapat dimuat',
    failedText: 'Saldo dan order Anda tidak terpengaruh.',
  },
)

/** The month's bonus. */
import { defineMessages } from '../../catalogue.ts'

export const bonusMessages = defineMessages(
  {
    title: 'Monthly bonus',
    period: '{start} to {end} WIB',
    counted: '{count} of {target} orders filled',
    left: 'Orders to go: {count}. An order counts once all of it is filled.',
    reached: 'Reached: this month’s orders are filled.',
    reachedNext: 'The bonus is paid after the month, once our staff has looked at it.',
    someCount: 'Of these {counted} count so far. See below what counts.',
    ruleTitle: 'What counts',
    rule: 'Orders that were filled to their end within the month. Orders of which the same other person filled most count five times at most, orders with an account of your own never. Your identity must be verified when the month ends; each identity gets one bonus.',
    lastWaiting: 'Bonus of {month}: {amount} waits for approval.',
    lastPaid: 'Bonus of {month}: {amount} was paid.',
    lastNotVerified: 'No bonus for {month}: your identity was not verified.',
    lastSameIdentity: 'No bonus for {month}: another account of your identity got it.',
    lastSamePeople: 'No bonus for {month}: too many orders were with the same few people.',
    lastOperator: 'No bonus for {month}: our staff decided so. Write to us if you do not know why.',
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
    reachedNext: 'Bonus dibayar setelah bulan berakhir, sesudah petugas kami memeriksanya.',
    someCount: 'Dari itu {counted} dihitung sejauh ini. Lihat di bawah apa yang dihitung.',
    ruleTitle: 'Yang dihitung',
    rule: 'Order yang terisi seluruhnya dalam bulan itu. Order yang sebagian besarnya diisi orang lain yang sama dihitung paling banyak lima kali, order dengan akun Anda sendiri tidak pernah. Identitas Anda harus terverifikasi saat bulan berakhir; setiap identitas mendapat satu bonus.',
    lastWaiting: 'Bonus {month}: {amount} menunggu persetujuan.',
    lastPaid: 'Bonus {month}: {amount} sudah dibayar.',
    lastNotVerified: 'Tidak ada bonus untuk {month}: identitas Anda belum terverifikasi.',
    lastSameIdentity:
      'Tidak ada bonus untuk {month}: akun lain dengan identitas Anda mendapatkannya.',
    lastSamePeople:
      'Tidak ada bonus untuk {month}: terlalu banyak order dengan beberapa orang yang sama.',
    lastOperator:
      'Tidak ada bonus untuk {month}: petugas kami memutuskan begitu. Hubungi kami bila Anda tidak tahu sebabnya.',
    amount: 'Bonus: {amount}',
    noAmount: 'Bursa ini tidak menetapkan jumlah bonus; hanya hitungannya yang dicatat.',
    loading: 'Memuat bonus',
    failed: 'Bonus tidak dapat dimuat',
    failedText: 'Saldo dan order Anda tidak terpengaruh.',
  },
)

/** The table of balances, on the trading page and on the wallets page. */
import { defineMessages } from '../../catalogue.ts'

export const balanceMessages = defineMessages(
  {
    walletCaption: 'Your balances',
    noBalances: 'No balances yet.',
    walletFailed: 'Your balances could not be loaded',
    balancesSafe: 'The money itself is not affected.',
    currency: 'Currency',
    inProcess: 'In process',
    whatHolds: 'What holds {amount} {currency}',
    holdsTitle: 'What holds your {currency}',
    available: 'Available',
    total: 'Total',
  },
  {
    walletCaption: 'Saldo Anda',
    noBalances: 'Belum ada saldo.',
    walletFailed: 'Saldo Anda tidak dapat dimuat',
    balancesSafe: 'Uang itu sendiri tidak terpengaruh.',
    currency: 'Mata uang',
    inProcess: 'Dalam proses',
    whatHolds: 'Yang menahan {amount} {currency}',
    holdsTitle: 'Yang menahan {currency} Anda',
    available: 'Tersedia',
    total: 'Total',
  },
)

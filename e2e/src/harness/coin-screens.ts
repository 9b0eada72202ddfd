/** The screens of coins. */
import { titleWith, translate, type Screen } from './screen.ts'

/** Screens of each coin: each has different panels and networks. */
export const coinScreens: readonly Screen[] = [
  ['token-deposit', 'USDT', '/settings/wallets/USDT/deposit', '$currency/deposit'],
  ['token-withdraw', 'USDT', '/settings/wallets/USDT/withdraw', '$currency/withdraw'],
  ['coin-deposit', 'ETH', '/settings/wallets/ETH/deposit', '$currency/deposit'],
  ['coin-withdraw', 'ETH', '/settings/wallets/ETH/withdraw', '$currency/withdraw'],
  ['bnb-deposit', 'BNB', '/settings/wallets/BNB/deposit', '$currency/deposit'],
  ['bnb-withdraw', 'BNB', '/settings/wallets/BNB/withdraw', '$currency/withdraw'],
  ['bitcoin-deposit', 'BTC', '/settings/wallets/btc_deposit', 'btc_deposit'],
  ['bitcoin-withdraw', 'BTC', '/settings/wallets/btc_withdraw', 'btc_withdraw'],
].map(([name = '', symbol = '', path = '', route = '']): Screen => {
  const title = name.endsWith('withdraw') ? 'withdrawTitle' : 'depositTitle'
  return {
    name,
    path,
    route: `/settings/wallets/${route}`,
    viewers: ['user'],
    title: titleWith((language) => translate.coin(language)(title, { symbol })),
  }
})

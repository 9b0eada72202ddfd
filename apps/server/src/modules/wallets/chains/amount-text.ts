/** Texts for coin amounts and chains, and links to block explorers. */
import { amountInSentence } from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import type { ChainName } from './chains.ts'

/** The chain names that wallets show. */
export const chainLabels = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  arbitrum: 'Arbitrum One',
  bnb: 'BNB Smart Chain',
} as const satisfies Record<ChainName, string>

/** A chain amount as a decimal text without needless zeros: 1500000 of 6 decimals is "1.5". */
export function chainAmountText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  return part === '' ? whole : `${whole}.${part}`
}

type Counted = { readonly symbol: string; readonly unitDecimals: number }

/** Units of a coin as users of both languages read them: "0,05 BTC". */
export function coinText(units: number, { symbol, unitDecimals }: Counted): string {
  return amountInSentence(formatUnits(units, unitDecimals), symbol)
}

/**
 * Units of a coin for the parameters of a sentence or notification, "2500.000000 USDT". The sentence formats
 * this text. An already formatted "2.500 USDT" would be read as two and a half.
 */
export function coinTextInSentence(units: number, { symbol, unitDecimals }: Counted): string {
  return `${formatUnits(units, unitDecimals)} ${symbol}`
}

/** Public explorers of the real chains. */
const explorers = {
  bitcoin: 'https://mempool.space/tx/',
  ethereum: 'https://etherscan.io/tx/',
  arbitrum: 'https://arbiscan.io/tx/',
  bnb: 'https://bscscan.com/tx/',
} as const satisfies Record<ChainName, string>

/**
 * The explorer page of a transaction: on the local explorer of a simulation, or on a public one. Null for a
 * test network, which public explorers do not have at these addresses.
 */
export function explorerUrl(
  place: 'local' | 'mainnet' | 'testnet',
  chain: ChainName,
  txid: string,
): string | null {
  if (place === 'local') return `/simulation/chain/${chain}/tx/${txid}`
  const isTest = place === 'testnet' && chain === 'bitcoin'
  return isTest ? null : `${explorers[chain]}${txid}`
}

/** The words of currencies in the language of the page. */
import { deskCurrencyMessages, formatDecimal } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { unitDecimalsMax } from '@tukar/wire'
import { chainOrNull, chainTitle } from '../../wallets/chains/coin.ts'
import { say as sayMarket } from '../markets/market-words.ts'
import { contractDecimalsMax, type Fault } from './currency-form-model.ts'
import type { CurrencyEntry } from './currency-wire.ts'

export const say = sayer(deskCurrencyMessages)

/** Stands in the address where a token is added. */
export const newName = 'new'

const decimalsMax = 18

/** What the page of one currency is called, by what follows in its address; null where it can be none. */
export function currencyTitle([symbol = '', ...beyond]: readonly string[]): string | null {
  if (beyond.length > 0) return null
  if (symbol === newName) return say('add')
  return /^[A-Z0-9]+$/.test(symbol) ? symbol : null
}

/** An amount of a currency as people read it. */
export function amountOf(text: string, { symbol }: Pick<CurrencyEntry, 'symbol'>): string {
  return `${formatDecimal(text, { decimals: 0, decimalsMax })}\u00a0${symbol}`
}

/** What a withdrawal costs; of rupiah percent. */
export function feeOf(currency: CurrencyEntry): string {
  const { kind, fee } = currency
  return kind === 'fiat'
    ? `${formatDecimal(fee, { decimals: 0, decimalsMax })}%`
    : amountOf(fee, currency)
}

/** A chain as wallets call it. */
export function chainName(chain: string): string {
  return chainTitle(chainOrNull(chain))
}

/** What is wrong with a field; null where nothing is. */
export function faultText(fault: Fault | undefined): string | null {
  if (fault === undefined) return null
  if (fault === 'decimalsWrong') return say('decimalsWrong', { max: contractDecimalsMax })
  if (fault === 'unitDecimalsWrong') return say('decimalsWrong', { max: unitDecimalsMax })
  const isOwn = fault === 'needed' || fault === 'symbolWrong' || fault === 'contractWrong'
  return isOwn ? say(fault) : sayMarket(fault)
}

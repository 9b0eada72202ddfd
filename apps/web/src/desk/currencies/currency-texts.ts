/** The texts of currencies in the page's language. */
import { consoleCurrencyMessages, formatDecimal } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { unitDecimalsMax } from '@tukar/wire'
import { parseChain, chainTitle } from '../../wallets/chains/coin.ts'
import { t as tMarket } from '../markets/market-texts.ts'
import { contractDecimalsMax, type Fault } from './currency-form-model.ts'
import type { CurrencyEntry } from './currency-wire.ts'

export const t = pageTranslator(consoleCurrencyMessages)

/** The path segment of the form that adds a token. */
export const newName = 'new'

const decimalsMax = 18

/** The title of a currency's page, by the rest of its path; null if it is invalid. */
export function currencyTitle([symbol = '', ...beyond]: readonly string[]): string | null {
  if (beyond.length > 0) return null
  if (symbol === newName) return t('add')
  return /^[A-Z0-9]+$/.test(symbol) ? symbol : null
}

/** An amount of a currency, formatted. */
export function currencyAmountText(
  text: string,
  { symbol }: Pick<CurrencyEntry, 'symbol'>,
): string {
  return `${formatDecimal(text, { decimals: 0, decimalsMax })}\u00a0${symbol}`
}

/** The withdrawal fee; a percentage for rupiah. */
export function currencyFeeText(currency: CurrencyEntry): string {
  const { kind, fee } = currency
  return kind === 'fiat'
    ? `${formatDecimal(fee, { decimals: 0, decimalsMax })}%`
    : currencyAmountText(fee, currency)
}

/** The name of a chain, as in wallets. */
export function chainName(chain: string): string {
  return chainTitle(parseChain(chain))
}

/** The text of a fault; null without a fault. */
export function faultText(fault: Fault | undefined): string | null {
  if (fault === undefined) return null
  if (fault === 'decimalsWrong') return t('decimalsWrong', { max: contractDecimalsMax })
  if (fault === 'unitDecimalsWrong') return t('decimalsWrong', { max: unitDecimalsMax })
  const isOwn = fault === 'needed' || fault === 'symbolWrong' || fault === 'contractWrong'
  return isOwn ? t(fault) : tMarket(fault)
}

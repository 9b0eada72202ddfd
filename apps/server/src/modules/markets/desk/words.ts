/** Texts about changes of markets or charges, in both languages at once. */
import { amountInSentence, formatDecimal, marketDeskTexts } from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import { inBoth, type LocalText, createLocalText } from '../../desk/index.ts'

type Key = keyof (typeof marketDeskTexts)['en']

const sentence = createLocalText(marketDeskTexts)

/**
 * A sentence; its places take other texts in both languages, or plain text, in which market symbols are
 * written as pairs.
 */
export function words(
  key: Key,
  params: Readonly<Record<string, string | number | LocalText>> = {},
): LocalText {
  const own = Object.entries(params).map(([name, value]) => {
    return [name, typeof value === 'object' ? value : withPairs(String(value))] as const
  })
  return sentence(key, Object.fromEntries(own))
}

/** A text with market symbols as pairs: "BTC/IDR". */
export function withPairs(text: string): string {
  return text.replace(/\b([A-Z0-9]{1,15})_([A-Z0-9]{1,15})\b/g, '$1/$2')
}

/** Several texts as one list: "fee Rp 2.000, income tax Rp 2.100". */
export function listed(parts: readonly LocalText[]): LocalText {
  return inBoth((language) => parts.map((part) => part[language]).join(', '))
}

/** An amount with its currency: "0,5 BTC", "Rp 1.650.000.000". */
export function amountText(units: number, symbol: string, decimals: number): string {
  return amountInSentence(formatUnits(units, decimals), symbol)
}

const ppmOfPercentDecimals = 4

/** A rate in percent: 2 100 ppm is "0,21". */
export function percentText(ppm: number): string {
  const percent = formatUnits(ppm, ppmOfPercentDecimals)
  return formatDecimal(percent, { decimals: 0, decimalsMax: ppmOfPercentDecimals })
}

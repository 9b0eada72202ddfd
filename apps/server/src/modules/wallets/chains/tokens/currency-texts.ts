/** Texts about changes of currencies, in both languages. */
import { currencyChangeTexts, fillPlaceholders, formatDecimal } from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import { type ChangeLine, inBoth } from '../../../desk/index.ts'

type Words = ChangeLine['text']
type TextKey = keyof typeof currencyChangeTexts

/** A sentence in both languages. */
export function texts(key: TextKey, params: Readonly<Record<string, string | number>> = {}): Words {
  return inBoth((language) => fillPlaceholders(currencyChangeTexts[key][language], params))
}

/** Units of rupiah as users read them, without sen: "1.650.000". */
export function rupiahInSentence(units: number): string {
  return formatDecimal(formatUnits(units, 2), { decimals: 0 })
}

/** The text of one change; empty if the value stays the same. */
export function changeText(
  text: TextKey,
  before: Words | null,
  after: Words,
): readonly ChangeLine[] {
  if (before !== null && before.en === after.en && before.id === after.id) return []
  return [{ text: texts(text), before, after }]
}

/** Picks one of two words for a boolean. */
export function either(is: boolean, [yes, no]: readonly [TextKey, TextKey]): Words {
  return texts(is ? yes : no)
}

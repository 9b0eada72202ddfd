/** What a change of currencies does, in both languages. */
import { currencyChangeTexts, fillPlaces, formatDecimal } from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import { type ChangeLine, inBoth } from '../../../desk/index.ts'

type Words = ChangeLine['text']
type TextKey = keyof typeof currencyChangeTexts

/** A sentence in both languages. */
export function words(key: TextKey, params: Readonly<Record<string, string | number>> = {}): Words {
  return inBoth((language) => fillPlaces(currencyChangeTexts[key][language], params))
}

/** Units of rupiah as people read them, without sen: "1.650.000". */
export function shownRupiah(units: number): string {
  return formatDecimal(formatUnits(units, 2), { decimals: 0 })
}

/** One line of a change; none where before and after are the same. */
export function line(text: TextKey, before: Words | null, after: Words): readonly ChangeLine[] {
  if (before !== null && before.en === after.en && before.id === after.id) return []
  return [{ text: words(text), before, after }]
}

/** Yes or no, as two words say it. */
export function either(is: boolean, [yes, no]: readonly [TextKey, TextKey]): Words {
  return words(is ? yes : no)
}

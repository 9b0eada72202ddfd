/** Amounts of the order ticket in words: its total, and the question which of two amounts is meant. */
import { amountInWords } from '@tukar/i18n'
import { language } from '../../theme/preferences.ts'

export { AmountChoices } from '../../ui/amount-question.tsx'

/** The total as it is said aloud. */
export function TotalWords({ raw, currency }: { readonly raw: string; readonly currency: string }) {
  const words = amountInWords(raw, currency, language)
  return <span title={words ?? undefined}>{words}</span>
}

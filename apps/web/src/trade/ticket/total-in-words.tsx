/** Amounts of the ticket in words: the total, and the question about an ambiguous amount. */
import { amountInWords } from '@tukar/i18n'
import { language } from '../../theme/preferences.ts'

export { AmountChoices } from '../../ui/amount-question.tsx'

/** The total in words. */
export function TotalInWords({
  raw,
  currency,
}: {
  readonly raw: string
  readonly currency: string
}) {
  const words = amountInWords(raw, currency, language)
  return <span title={words ?? undefined}>{words}</span>
}

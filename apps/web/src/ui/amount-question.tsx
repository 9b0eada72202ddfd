/** The question which of two amounts is meant, with a button for each. */
import { amountSpelled } from '@tukar/i18n'
import { language } from '../theme/preferences.ts'
import { type AmountInput, amountFromRaw } from './amount-model.ts'
import { TextButton } from './button.tsx'

export type AmountChoicesProps = {
  readonly meanings: NonNullable<AmountInput['meanings']>
  readonly currency: string
  readonly onChoose: (value: AmountInput) => void
}

/** Two buttons that say the amounts in words: the reader may know another notation than the page's. */
export function AmountChoices({ meanings, currency, onChoose }: AmountChoicesProps) {
  return [meanings.grouped, meanings.decimal].map((raw) => (
    <TextButton key={raw} onClick={() => onChoose(amountFromRaw(raw))}>
      {amountSpelled(raw, currency, language)}
    </TextButton>
  ))
}

/** Asks which of two amounts is meant, with a button for each. */
import { amountSpelled } from '@tukar/i18n'
import { language } from '../theme/preferences.ts'
import { type AmountInput, amountFromRaw } from './amount-model.ts'
import { TextButton } from './button.tsx'

export type AmountChoicesProps = {
  readonly meanings: NonNullable<AmountInput['meanings']>
  readonly currency: string
  readonly onChoose: (value: AmountInput) => void
}

/** Two buttons with the amounts in words: the user may know another notation. */
export function AmountChoices({ meanings, currency, onChoose }: AmountChoicesProps) {
  return [meanings.grouped, meanings.decimal].map((raw) => (
    <TextButton key={raw} onClick={() => onChoose(amountFromRaw(raw))}>
      {amountSpelled(raw, currency, language)}
    </TextButton>
  ))
}

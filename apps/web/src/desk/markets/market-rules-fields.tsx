/** The fields of a market's rules. */
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import styles from './markets.module.css'
import {
  type Fault,
  type Faults,
  type RuleField,
  ruleFields,
  type Typed,
} from './market-form-model.ts'
import { t } from './market-texts.ts'

export type RulesForm = {
  readonly typed: Typed
  readonly faults: Faults
  readonly setFaults: (faults: Faults) => void
  readonly type: (field: RuleField, text: string) => void
}

/** The values of the form, and their faults. */
export function useRulesForm(first: Typed): RulesForm {
  const [typed, setTyped] = useState(first)
  const [faults, setFaults] = useState<Faults>({})
  const type = (field: RuleField, text: string) => {
    setTyped((before) => ({ ...before, [field]: text }))
    setFaults((before) => ({ ...before, [field]: undefined }))
  }
  return { typed, faults, setFaults, type }
}

export type MarketRulesFieldsProps = {
  readonly form: RulesForm
  /** Empty until it is selected. */
  readonly base: string
  readonly quote: string
}

/** All fields in order. */
export function MarketRulesFields({ form, base, quote }: MarketRulesFieldsProps) {
  return (
    <div className={styles['fields']}>
      {ruleFields.map((field) => (
        <Field
          key={field}
          label={t(field)}
          note={findNote(field, base, quote)}
          error={faultText(form.faults[field])}
          inputMode={field === 'openOrdersMax' ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={form.typed[field]}
          onChange={(event) => form.type(field, event.target.value)}
        />
      ))}
    </div>
  )
}

function faultText(fault: Fault | undefined): string | null {
  return fault === undefined ? null : t(fault)
}

/** The currency of a field; empty while unknown. */
function findNote(field: RuleField, base: string, quote: string): string | null {
  if (field === 'buyBand' || field === 'sellBand' || field === 'openOrdersMax') return null
  if (field === 'minimum') return t('inCurrency', { currency: quote })
  if (base === '') return null
  const isQuantity = field === 'lot' || field === 'quantityMax'
  return isQuantity ? t('inCurrency', { currency: base }) : t('perBase', { quote, base })
}

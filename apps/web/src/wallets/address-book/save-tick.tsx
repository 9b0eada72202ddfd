/** The checkbox that saves a counterparty to the address book during a payment, with a label. */
import { addressBookMessages } from '@tukar/i18n'
import { counterpartyLabelMax } from '@tukar/wire'
import { useEffect, useRef } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './address-book.module.css'
import type { SavingPlan } from './counterparty.ts'
import { KindField } from './kind-field.tsx'
import type { Saving } from './use-saving.ts'

const t = pageTranslator(addressBookMessages)

export type SaveTickProps = {
  readonly saving: Saving
  /** Null if the address book is complete: then there is no checkbox. */
  readonly plan: SavingPlan | null
  /** The suggested label. */
  readonly suggestion: string
}

/** The checkbox, and below it the label of a new entry. */
export function SaveTick({ saving, plan, suggestion }: SaveTickProps) {
  const { choice, problem, change } = saving
  const label = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (problem !== null) label.current?.focus()
  }, [problem])
  if (plan === null) return null
  const isNew = plan.kind === 'new'
  return (
    <div className={styles['tick']}>
      <Checkbox
        name="save_counterparty"
        checked={choice.isOn}
        onChange={({ target }) =>
          change({
            isOn: target.checked,
            ...(choice.label === '' && { label: suggestion.trim().slice(0, counterpartyLabelMax) }),
          })
        }
      >
        {isNew ? t('saveTick') : t('saveMore', { label: plan.entry.label })}
      </Checkbox>
      {choice.isOn && isNew && (
        <div className={styles['tickFields']}>
          <Field
            ref={label}
            label={t('label')}
            name="counterparty_label"
            value={choice.label}
            maxLength={counterpartyLabelMax}
            autoComplete="off"
            error={problem}
            onChange={(event) => change({ label: event.target.value })}
          />
          <KindField value={choice.kind} onChange={(kind) => change({ kind })} />
        </div>
      )}
    </div>
  )
}

/** The fields of name, fee and limits. */
import { Field } from '../../ui/field.tsx'
import styles from '../markets/markets.module.css'
import type { Faults, TypedProfile } from './currency-form-model.ts'
import { faultText, t } from './currency-texts.ts'

export type ProfileFieldsProps = {
  readonly typed: TypedProfile
  readonly faults: Faults
  /** Rupiah has a fee in percent, and no chain limits. */
  readonly isFiat: boolean
  readonly onType: (field: keyof TypedProfile, text: string) => void
}

/** The fields. */
export function ProfileFields({ typed, faults, isFiat, onType }: ProfileFieldsProps) {
  const fields: readonly (readonly [keyof TypedProfile, string, string | null])[] = [
    ['name', t('name'), null],
    ['fee', t(isFiat ? 'feePercent' : 'fee'), null],
    ...(isFiat
      ? []
      : ([
          ['depositMin', t('depositMin'), t('depositMinNote')],
          ['travelLimit', t('travelLimit'), t('travelNote')],
        ] as const)),
  ]
  return (
    <div className={styles['fields']}>
      {fields.map(([field, label, note]) => (
        <Field
          key={field}
          label={label}
          note={note}
          error={faultText(faults[field])}
          inputMode={field === 'name' ? 'text' : 'decimal'}
          autoComplete="off"
          value={typed[field]}
          onChange={(event) => onType(field, event.target.value)}
        />
      ))}
    </div>
  )
}

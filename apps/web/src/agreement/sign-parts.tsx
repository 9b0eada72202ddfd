/** The three sections of the personal details form. */
import { agreementMessages } from '@tukar/i18n'
import {
  accountPurposes,
  incomeBands,
  incomeSources,
  type ParticularField,
  provinces,
} from '@tukar/wire'
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, FieldFrame } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './agreement.module.css'
import { isHomeAddress, type ParticularFaults, type ParticularsForm } from './particulars-form.ts'

const t = pageTranslator(agreementMessages)
/** The longest text that the server accepts. */
const textLengthMax = 100
const addressLengthMax = 300

export type PartProps = {
  readonly form: ParticularsForm
  readonly faults: ParticularFaults
  /** The fields that cannot be changed. */
  readonly verified: ReadonlySet<ParticularField>
  readonly onChange: (part: Partial<ParticularsForm>) => void
}

type Named = { readonly field: ParticularField; readonly label: string }

function faultText(faults: ParticularFaults, { field, label }: Named): string | null {
  const fault = faults[field]
  return fault === undefined ? null : t(fault, { label })
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles['part']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

type TextFieldProps = PartProps &
  Named & { readonly note?: string } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'form' | 'onChange'
  >

function TextField({
  form,
  faults,
  verified,
  onChange,
  field,
  label,
  note,
  ...input
}: TextFieldProps) {
  const isVerified = verified.has(field)
  return (
    <Field
      maxLength={textLengthMax}
      autoComplete="off"
      {...input}
      label={label}
      note={isVerified ? t('verified') : note}
      name={field}
      value={form[field]}
      readOnly={isVerified}
      error={faultText(faults, { field, label })}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  )
}

type Option = { readonly value: string; readonly label: string }

/** The native select element. A value that is not in the list, from another client, can still be selected. */
function Pick({
  form,
  faults,
  onChange,
  field,
  label,
  options,
  none = t('choose'),
}: PartProps & Named & { readonly options: readonly Option[]; readonly none?: string }) {
  const value = form[field]
  const isOther = value !== '' && options.every((option) => option.value !== value)
  const all = isOther ? [...options, { value, label: value }] : options
  return (
    <FieldFrame label={label} error={faultText(faults, { field, label })}>
      {(ids) => (
        <span className={styles['select']}>
          <select
            {...ids}
            name={field}
            value={value}
            onChange={(event) => onChange({ [field]: event.target.value })}
          >
            <option value="">{none}</option>
            {all.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={16} />
        </span>
      )}
    </FieldFrame>
  )
}

const genders: readonly Option[] = [
  { value: 'M', label: t('genderM') },
  { value: 'F', label: t('genderF') },
]

const documentTypes: readonly Option[] = [
  { value: 'KTP', label: t('ktp') },
  { value: 'Passport', label: t('passport') },
]

/** The user's identity; verified fields are read-only. */
export function PersonPart(props: PartProps) {
  const { verified, form } = props
  const written = form.numberType
  const type = { ...props, field: 'numberType', label: t('niktype') } as const
  return (
    <Part title={t('personPart')}>
      <div className={styles['pair']}>
        {verified.has('numberType') ? (
          <Field
            label={type.label}
            note={t('verified')}
            name={type.field}
            value={documentTypes.find(({ value }) => value === written)?.label ?? written}
            autoComplete="off"
            readOnly
          />
        ) : (
          <Pick {...type} options={documentTypes} />
        )}
        <TextField
          {...props}
          field="number"
          label={t('nik')}
          inputMode={written === 'KTP' ? 'numeric' : undefined}
        />
      </div>
      <div className={styles['pair']}>
        <TextField
          {...props}
          field="birthDate"
          label={t('birthday')}
          note={t('birthdayNote')}
          autoComplete="bday"
        />
        <TextField {...props} field="birthPlace" label={t('birthplace')} />
      </div>
      <div className={styles['pair']}>
        <Pick
          {...props}
          field="gender"
          label={t('gender')}
          options={genders}
          none={t('genderNone')}
        />
        <TextField
          {...props}
          field="phone"
          label={t('mobile')}
          note={t('mobileNote')}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <TextField {...props} field="motherName" label={t('mother')} note={t('motherNote')} />
    </Part>
  )
}

const provinceNames = Object.values(provinces)

/** The user's address. */
export function LivingPart(props: PartProps) {
  const { form, onChange } = props
  const list = useId()
  const isSame = isHomeAddress(form)
  return (
    <Part title={t('livingPart')}>
      <TextField
        {...props}
        field="address"
        label={t('address')}
        maxLength={addressLengthMax}
        autoComplete="street-address"
        onChange={(part) =>
          onChange({ ...part, ...(isSame && { domicile: part.address ?? form.domicile }) })
        }
      />
      <div className={styles['pair']}>
        <TextField {...props} field="city" label={t('city')} autoComplete="address-level2" />
        <TextField
          {...props}
          field="province"
          label={t('province')}
          list={list}
          autoComplete="address-level1"
        />
        <datalist id={list}>
          {provinceNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </div>
      <Checkbox
        checked={isSame}
        disabled={form.address.trim() === ''}
        onChange={(event) => onChange({ domicile: event.target.checked ? form.address : '' })}
      >
        {t('sameAddress')}
      </Checkbox>
      {!isSame && (
        <TextField {...props} field="domicile" label={t('domicile')} maxLength={addressLengthMax} />
      )}
    </Part>
  )
}

const sourceLabels: Readonly<Record<(typeof incomeSources)[number], string>> = {
  salary: t('sourceSalary'),
  business: t('sourceBusiness'),
  investment: t('sourceInvestment'),
  family: t('sourceFamily'),
  pension: t('sourcePension'),
  savings: t('sourceSavings'),
  other: t('sourceOther'),
}
const incomeLabels: Readonly<Record<(typeof incomeBands)[number], string>> = {
  '0-50': t('income0'),
  '50-250': t('income50'),
  '250-500': t('income250'),
  '500-5000': t('income500'),
  '5000+': t('income5000'),
}
const purposeLabels: Readonly<Record<(typeof accountPurposes)[number], string>> = {
  investment: t('purposeInvestment'),
  trading: t('purposeTrading'),
  savings: t('purposeSavings'),
  payment: t('purposePayment'),
  other: t('purposeOther'),
}

/** The user's source of income, and the purpose of the account. */
export function MoneyPart(props: PartProps) {
  return (
    <Part title={t('moneyPart')}>
      <div className={styles['pair']}>
        <TextField
          {...props}
          field="profession"
          label={t('profession')}
          autoComplete="organization-title"
        />
        <Pick
          {...props}
          field="incomeSource"
          label={t('incomeSource')}
          options={incomeSources.map((value) => ({ value, label: sourceLabels[value] }))}
        />
      </div>
      <div className={styles['pair']}>
        <Pick
          {...props}
          field="income"
          label={t('income')}
          options={incomeBands.map((value) => ({ value, label: incomeLabels[value] }))}
        />
        <Pick
          {...props}
          field="purpose"
          label={t('purpose')}
          options={accountPurposes.map((value) => ({ value, label: purposeLabels[value] }))}
        />
      </div>
      <TextField
        {...props}
        field="npwp"
        label={t('npwp')}
        note={t('npwpNote')}
        inputMode="numeric"
      />
    </Part>
  )
}

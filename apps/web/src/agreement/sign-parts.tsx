/** The three parts of the form of particulars. */
import { agreementMessages } from '@tukar/i18n'
import {
  accountPurposes,
  incomeBands,
  incomeSources,
  type ParticularField,
  provinces,
} from '@tukar/wire'
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { sayer } from '../app/translate.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, FieldFrame } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './agreement.module.css'
import { isHomeAddress, type ParticularFaults, type ParticularsForm } from './particulars-form.ts'

const say = sayer(agreementMessages)
/** As long as the server takes. */
const textLengthMax = 100
const addressLengthMax = 300

export type PartProps = {
  readonly form: ParticularsForm
  readonly faults: ParticularFaults
  /** What cannot be changed. */
  readonly verified: ReadonlySet<ParticularField>
  readonly onChange: (part: Partial<ParticularsForm>) => void
}

type Named = { readonly field: ParticularField; readonly label: string }

function faultText(faults: ParticularFaults, { field, label }: Named): string | null {
  const fault = faults[field]
  return fault === undefined ? null : say(fault, { label })
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles['part']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

type LineProps = PartProps &
  Named & { readonly note?: string } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'form' | 'onChange'
  >

function Line({ form, faults, verified, onChange, field, label, note, ...input }: LineProps) {
  const isVerified = verified.has(field)
  return (
    <Field
      maxLength={textLengthMax}
      autoComplete="off"
      {...input}
      label={label}
      note={isVerified ? say('verified') : note}
      name={field}
      value={form[field]}
      readOnly={isVerified}
      error={faultText(faults, { field, label })}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  )
}

type Option = { readonly value: string; readonly label: string }

/** The device's own list; a value that it does not have, of another client, stays choosable. */
function Pick({
  form,
  faults,
  onChange,
  field,
  label,
  options,
  none = say('choose'),
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
  { value: 'M', label: say('genderM') },
  { value: 'F', label: say('genderF') },
]

const documentTypes: readonly Option[] = [
  { value: 'KTP', label: say('ktp') },
  { value: 'Passport', label: say('passport') },
]

/** Who the person is; what was verified is shown and stays. */
export function PersonPart(props: PartProps) {
  const { verified, form } = props
  const written = form.numberType
  const type = { ...props, field: 'numberType', label: say('niktype') } as const
  return (
    <Part title={say('personPart')}>
      <div className={styles['pair']}>
        {verified.has('numberType') ? (
          <Field
            label={type.label}
            note={say('verified')}
            name={type.field}
            value={documentTypes.find(({ value }) => value === written)?.label ?? written}
            autoComplete="off"
            readOnly
          />
        ) : (
          <Pick {...type} options={documentTypes} />
        )}
        <Line
          {...props}
          field="number"
          label={say('nik')}
          inputMode={written === 'KTP' ? 'numeric' : undefined}
        />
      </div>
      <div className={styles['pair']}>
        <Line
          {...props}
          field="birthDate"
          label={say('birthday')}
          note={say('birthdayNote')}
          autoComplete="bday"
        />
        <Line {...props} field="birthPlace" label={say('birthplace')} />
      </div>
      <div className={styles['pair']}>
        <Pick
          {...props}
          field="gender"
          label={say('gender')}
          options={genders}
          none={say('genderNone')}
        />
        <Line
          {...props}
          field="phone"
          label={say('mobile')}
          note={say('mobileNote')}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <Line {...props} field="motherName" label={say('mother')} note={say('motherNote')} />
    </Part>
  )
}

const provinceNames = Object.values(provinces)

/** Where the person lives. */
export function LivingPart(props: PartProps) {
  const { form, onChange } = props
  const list = useId()
  const isSame = isHomeAddress(form)
  return (
    <Part title={say('livingPart')}>
      <Line
        {...props}
        field="address"
        label={say('address')}
        maxLength={addressLengthMax}
        autoComplete="street-address"
        onChange={(part) =>
          onChange({ ...part, ...(isSame && { domicile: part.address ?? form.domicile }) })
        }
      />
      <div className={styles['pair']}>
        <Line {...props} field="city" label={say('city')} autoComplete="address-level2" />
        <Line
          {...props}
          field="province"
          label={say('province')}
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
        {say('sameAddress')}
      </Checkbox>
      {!isSame && (
        <Line {...props} field="domicile" label={say('domicile')} maxLength={addressLengthMax} />
      )}
    </Part>
  )
}

const sourceLabels: Readonly<Record<(typeof incomeSources)[number], string>> = {
  salary: say('sourceSalary'),
  business: say('sourceBusiness'),
  investment: say('sourceInvestment'),
  family: say('sourceFamily'),
  pension: say('sourcePension'),
  savings: say('sourceSavings'),
  other: say('sourceOther'),
}
const incomeLabels: Readonly<Record<(typeof incomeBands)[number], string>> = {
  '0-50': say('income0'),
  '50-250': say('income50'),
  '250-500': say('income250'),
  '500-5000': say('income500'),
  '5000+': say('income5000'),
}
const purposeLabels: Readonly<Record<(typeof accountPurposes)[number], string>> = {
  investment: say('purposeInvestment'),
  trading: say('purposeTrading'),
  savings: say('purposeSavings'),
  payment: say('purposePayment'),
  other: say('purposeOther'),
}

/** What the person lives on, and what the account is for. */
export function MoneyPart(props: PartProps) {
  return (
    <Part title={say('moneyPart')}>
      <div className={styles['pair']}>
        <Line
          {...props}
          field="profession"
          label={say('profession')}
          autoComplete="organization-title"
        />
        <Pick
          {...props}
          field="incomeSource"
          label={say('incomeSource')}
          options={incomeSources.map((value) => ({ value, label: sourceLabels[value] }))}
        />
      </div>
      <div className={styles['pair']}>
        <Pick
          {...props}
          field="income"
          label={say('income')}
          options={incomeBands.map((value) => ({ value, label: incomeLabels[value] }))}
        />
        <Pick
          {...props}
          field="purpose"
          label={say('purpose')}
          options={accountPurposes.map((value) => ({ value, label: purposeLabels[value] }))}
        />
      </div>
      <Line
        {...props}
        field="npwp"
        label={say('npwp')}
        note={say('npwpNote')}
        inputMode="numeric"
      />
    </Part>
  )
}

/** The fields of the personal details, in the order of the document. */
import { kycMessages } from '@tukar/i18n'
import { provinces } from '@tukar/wire'
import { type ReactNode, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import { TextButton } from '../../ui/button.tsx'
import { Field, FieldFrame, TextAreaField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { countriesIn } from '../countries.ts'
import { type Details, type DetailsErrors, numberHints, numberKeys } from './details-form.ts'
import styles from '../kyc.module.css'
import type { Variant } from './steps.ts'

const t = pageTranslator(kycMessages)

/** The longest line and address that the server accepts. */
const lineLengthMax = 100
const addressLengthMax = 300
const provinceNames = Object.values(provinces).toSorted((one, other) => one.localeCompare(other))

export type DetailsFieldsProps = {
  readonly variant: Variant
  readonly details: Details
  readonly errors: DetailsErrors
  readonly onChange: (part: Partial<Details>) => void
}

/** All text fields; pictures are below. */
export function DetailsFields(props: DetailsFieldsProps) {
  const { variant, details } = props
  const optional = t('optional')
  return (
    <>
      {variant === 'global' && <CountryField {...props} />}
      <TextField {...props} field="name" label={t('fullName')} autoComplete="name">
        {t('fullNameNote')}
      </TextField>
      <NumberField {...props} />
      <div className={styles['pair']}>
        <TextField {...props} field="birthPlace" label={t('birthPlace')} autoComplete="off" />
        <TextField
          {...props}
          field="birthDate"
          label={t('birthDate')}
          type="date"
          autoComplete="bday"
        />
      </div>
      <GenderField {...props} />
      <TextField {...props} field="phone" label={t('phone')} type="tel" autoComplete="tel">
        {t(variant === 'id' ? 'phoneNoteId' : 'phoneNoteGlobal')}
      </TextField>
      <TextField
        {...props}
        field="profession"
        label={t('profession')}
        autoComplete="organization-title"
      />
      <TextAreaField
        label={t('address')}
        aside={optional}
        name="address"
        error={props.errors.address}
        value={details.address}
        maxLength={addressLengthMax}
        autoComplete="street-address"
        onChange={(event) => props.onChange({ address: event.target.value })}
      />
      {variant === 'id' && <PlaceFields {...props} />}
    </>
  )
}

/** The field of the NIK or passport number, with hints that never block sending. */
function NumberField(props: DetailsFieldsProps) {
  const { variant, details } = props
  const [isPassport, setPassport] = useState(false)
  const hints = numberHints(details, variant)
  const keys = numberKeys(details, variant, isPassport)
  return (
    <TextField
      {...props}
      field="number"
      label={t('number')}
      aside={t('optional')}
      autoComplete="off"
      isCode
      inputMode={keys}
    >
      {hints.length > 0 ? (
        <span className={styles['hints']} data-tone={hints[0] === 'nikFits' ? 'good' : 'warn'}>
          {hints.map((hint) => (
            <span key={hint}>{t(hint)}</span>
          ))}
          {hints[0] !== 'nikFits' && <span>{t('nikHintOnly')}</span>}
        </span>
      ) : (
        keys === 'numeric' && (
          <TextButton onClick={() => setPassport(true)}>{t('passportInstead')}</TextButton>
        )
      )}
    </TextField>
  )
}

/** City, province, and the taxpayer number. */
function PlaceFields(props: DetailsFieldsProps) {
  return (
    <>
      <div className={styles['pair']}>
        <TextField {...props} field="city" label={t('city')} autoComplete="address-level2" />
        <ListField
          {...props}
          field="province"
          label={t('province')}
          empty={t('chooseProvince')}
          options={provinceNames.map((name) => ({ code: name, name }))}
          autoComplete="address-level1"
        />
      </div>
      <TextField
        {...props}
        field="npwp"
        label={t('npwp')}
        aside={t('optional')}
        autoComplete="off"
        isCode
        inputMode="numeric"
      >
        {t('npwpNote')}
      </TextField>
    </>
  )
}

type TextFieldProps = DetailsFieldsProps & {
  readonly field: Exclude<keyof Details, 'gender'>
  readonly label: string
  readonly aside?: string
  readonly type?: 'text' | 'tel' | 'date'
  readonly autoComplete: string
  /** Whether it is a number or a code, which is not spell-checked. */
  readonly isCode?: boolean
  /** The keyboard of a phone; by default that of the input type. */
  readonly inputMode?: 'numeric' | undefined
  /** The elements below the field. */
  readonly children?: ReactNode
}

function TextField(props: TextFieldProps) {
  const { field, label, aside, type = 'text', autoComplete, inputMode, children } = props
  const { isCode = false } = props
  return (
    <Field
      label={label}
      {...(aside !== undefined && { aside })}
      note={children === false ? undefined : children}
      error={props.errors[field]}
      name={field}
      type={type}
      value={props.details[field]}
      maxLength={type === 'date' ? undefined : lineLengthMax}
      autoComplete={autoComplete}
      inputMode={inputMode}
      spellCheck={isCode ? false : undefined}
      autoCapitalize={isCode ? 'characters' : undefined}
      onChange={(event) => props.onChange({ [field]: event.target.value })}
    />
  )
}

function CountryField(props: DetailsFieldsProps) {
  return (
    <ListField
      {...props}
      field="country"
      label={t('country')}
      empty={t('chooseCountry')}
      options={countriesIn(language)}
      autoComplete="country"
    />
  )
}

type ListFieldProps = DetailsFieldsProps & {
  readonly field: 'country' | 'province'
  readonly label: string
  /** The label of the empty option. */
  readonly empty: string
  readonly options: readonly { readonly code: string; readonly name: string }[]
  readonly autoComplete: string
}

/** The native select element, which all phones and screen readers support. */
function ListField(props: ListFieldProps) {
  const { field, label, empty, options, autoComplete } = props
  return (
    <FieldFrame label={label} error={props.errors[field]}>
      {(ids) => (
        <span className={styles['select']}>
          <select
            {...ids}
            name={field}
            value={props.details[field]}
            autoComplete={autoComplete}
            onChange={(event) => props.onChange({ [field]: event.target.value })}
          >
            <option value="">{empty}</option>
            {options.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={16} />
        </span>
      )}
    </FieldFrame>
  )
}

const genders = [
  { value: 'M', name: t('man') },
  { value: 'F', name: t('woman') },
] as const

function GenderField({ details, onChange }: DetailsFieldsProps) {
  return (
    <fieldset className={styles['radios']}>
      <legend>
        {t('gender')}
        <span>{t('optional')}</span>
      </legend>
      {genders.map(({ value, name }) => (
        <label key={value}>
          <input
            type="radio"
            name="gender"
            value={value}
            checked={details.gender === value}
            onChange={() => onChange({ gender: value })}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

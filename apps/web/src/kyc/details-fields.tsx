/** The fields of the personal data, in the order of the document that they are copied from. */
import { kycMessages } from '@tukar/i18n'
import { provinces } from '@tukar/wire'
import { type ReactNode, useState } from 'react'
import { sayer } from '../app/translate.ts'
import { language } from '../theme/preferences.ts'
import { TextButton } from '../ui/button.tsx'
import { Field, FieldFrame, TextAreaField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { countriesIn } from './countries.ts'
import { type Details, type DetailsErrors, numberHints, numberKeys } from './details-form.ts'
import styles from './kyc.module.css'
import type { Variant } from './steps.ts'

const say = sayer(kycMessages)

/** What the server takes of a line, and of an address. */
const lineLengthMax = 100
const addressLengthMax = 300
const provinceNames = Object.values(provinces).toSorted((one, other) => one.localeCompare(other))

export type DetailsFieldsProps = {
  readonly variant: Variant
  readonly details: Details
  readonly errors: DetailsErrors
  readonly onChange: (part: Partial<Details>) => void
}

/** Everything that is written; pictures stand below. */
export function DetailsFields(props: DetailsFieldsProps) {
  const { variant, details } = props
  const optional = say('optional')
  return (
    <>
      {variant === 'global' && <CountryField {...props} />}
      <TextField {...props} field="name" label={say('fullName')} autoComplete="name">
        {say('fullNameNote')}
      </TextField>
      <NumberField {...props} />
      <div className={styles['pair']}>
        <TextField {...props} field="birthPlace" label={say('birthPlace')} autoComplete="off" />
        <TextField
          {...props}
          field="birthDate"
          label={say('birthDate')}
          type="date"
          autoComplete="bday"
        />
      </div>
      <GenderField {...props} />
      <TextField {...props} field="phone" label={say('phone')} type="tel" autoComplete="tel">
        {say(variant === 'id' ? 'phoneNoteId' : 'phoneNoteGlobal')}
      </TextField>
      <TextField
        {...props}
        field="profession"
        label={say('profession')}
        autoComplete="organization-title"
      />
      <TextAreaField
        label={say('address')}
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

/** The number of a NIK or a passport, with hints that never refuse. */
function NumberField(props: DetailsFieldsProps) {
  const { variant, details } = props
  const [isPassport, setPassport] = useState(false)
  const hints = numberHints(details, variant)
  const keys = numberKeys(details, variant, isPassport)
  return (
    <TextField
      {...props}
      field="number"
      label={say('number')}
      aside={say('optional')}
      autoComplete="off"
      isCode
      inputMode={keys}
    >
      {hints.length > 0 ? (
        <span className={styles['hints']} data-tone={hints[0] === 'nikFits' ? 'good' : 'warn'}>
          {hints.map((hint) => (
            <span key={hint}>{say(hint)}</span>
          ))}
          {hints[0] !== 'nikFits' && <span>{say('nikHintOnly')}</span>}
        </span>
      ) : (
        keys === 'numeric' && (
          <TextButton onClick={() => setPassport(true)}>{say('passportInstead')}</TextButton>
        )
      )}
    </TextField>
  )
}

/** City and province, and the number that taxes are paid under. */
function PlaceFields(props: DetailsFieldsProps) {
  return (
    <>
      <div className={styles['pair']}>
        <TextField {...props} field="city" label={say('city')} autoComplete="address-level2" />
        <ListField
          {...props}
          field="province"
          label={say('province')}
          empty={say('chooseProvince')}
          options={provinceNames.map((name) => ({ code: name, name }))}
          autoComplete="address-level1"
        />
      </div>
      <TextField
        {...props}
        field="npwp"
        label={say('npwp')}
        aside={say('optional')}
        autoComplete="off"
        isCode
        inputMode="numeric"
      >
        {say('npwpNote')}
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
  /** Whether it is a number or a code, which no dictionary knows. */
  readonly isCode?: boolean
  /** Which keys a phone shows; those of the type unless told. */
  readonly inputMode?: 'numeric' | undefined
  /** What stands below. */
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
      label={say('country')}
      empty={say('chooseCountry')}
      options={countriesIn(language)}
      autoComplete="country"
    />
  )
}

type ListFieldProps = DetailsFieldsProps & {
  readonly field: 'country' | 'province'
  readonly label: string
  /** The first option, which chooses nothing. */
  readonly empty: string
  readonly options: readonly { readonly code: string; readonly name: string }[]
  readonly autoComplete: string
}

/** The device's own list, which every phone and reader knows. */
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
  { value: 'M', name: say('man') },
  { value: 'F', name: say('woman') },
] as const

function GenderField({ details, onChange }: DetailsFieldsProps) {
  return (
    <fieldset className={styles['radios']}>
      <legend>
        {say('gender')}
        <span>{say('optional')}</span>
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

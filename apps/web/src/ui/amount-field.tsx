/**
 * The field for amounts and prices (R-07, DEC-93): raw with a dot while it is edited, grouped with dots
 * and a decimal comma after it is left, a question where the text can mean two numbers, the amount in
 * words below. The state is plain data, so that a form can reason about it.
 */
import { amountInWords, amountTextMax, formatDecimal, readAmount, shellMessages } from '@tukar/i18n'
import { type KeyboardEvent, useState } from 'react'
import { sayer } from '../app/say.ts'
import { language } from '../theme/preferences.ts'
import { TextButton } from './button.tsx'
import { FieldFrame } from './field.tsx'
import styles from './field.module.css'

const say = sayer(shellMessages)

/** What stands in the field and what it means. */
export type AmountInput = {
  /** As typed. */
  readonly text: string
  /** The meaning, dot and no grouping; null while there is none or it is not certain. */
  readonly raw: string | null
  readonly trouble: 'none' | 'invalid' | 'tooPrecise' | 'ambiguous'
  /** The two meanings, where the text has two. */
  readonly meanings: { readonly decimal: string; readonly grouped: string } | null
}

/** A field with nothing in it. */
export const emptyAmount: AmountInput = { text: '', raw: null, trouble: 'none', meanings: null }

/** Returns the state for a number that a program puts in: "1650000000", never ambiguous. */
export function amountFromRaw(raw: string): AmountInput {
  return raw === '' ? emptyAmount : { text: raw, raw, trouble: 'none', meanings: null }
}

/**
 * Returns the state for what a person typed.
 *
 * @param decimals how many decimals the amount may have
 */
export function amountFromText(text: string, decimals: number): AmountInput {
  const reading = readAmount(text)
  switch (reading.kind) {
    case 'empty':
      return emptyAmount
    case 'invalid':
      return { text, raw: null, trouble: 'invalid', meanings: null }
    case 'ambiguous':
      return {
        text,
        raw: null,
        trouble: 'ambiguous',
        meanings: { decimal: reading.decimal, grouped: reading.grouped },
      }
    case 'amount': {
      const fraction = reading.raw.split('.')[1]?.replace(/0+$/, '') ?? ''
      if (fraction.length > decimals) {
        return { text, raw: null, trouble: 'tooPrecise', meanings: null }
      }
      return { text, raw: reading.raw, trouble: 'none', meanings: null }
    }
  }
}

/** Returns the grouped form that the field shows when it is left: "1.650.000.000", "0,015". */
export function groupedAmount(raw: string): string {
  return formatDecimal(raw, { decimals: raw.split('.')[1]?.length ?? 0 })
}

export type AmountFieldProps = {
  readonly label: string
  readonly value: AmountInput
  readonly onChange: (value: AmountInput) => void
  /** The currency whose amount this is; shown at the right end and in the words. */
  readonly currency: string
  /** Most decimals that the amount may have. */
  readonly decimals: number
  readonly aside?: React.ReactNode
  readonly error?: string | null
  /** Says the amount in words below; default yes. */
  readonly hasWords?: boolean
  /** Called with +1 or -1 by the arrow keys, with +10 or -10 with Shift. */
  readonly onStep?: (steps: number) => void
  readonly isDisabled?: boolean
  readonly id?: string
  readonly inputRef?: React.Ref<HTMLInputElement>
}

/** A field for an amount of one currency. */
export function AmountField(props: AmountFieldProps) {
  const { label, value, currency, decimals, aside, hasWords = true, isDisabled, inputRef } = props
  const [isEdited, setEdited] = useState(false)
  const shown = !isEdited && value.raw !== null ? groupedAmount(value.raw) : value.text
  const error = props.error ?? (isEdited ? null : troubleText(value, decimals))
  const words = hasWords && value.raw !== null ? amountInWords(value.raw, currency, language) : null
  return (
    <FieldFrame
      label={label}
      {...(aside !== undefined && { aside })}
      error={error}
      note={noteOf(props, words, isEdited)}
    >
      {(ids) => (
        <div className={styles['box']} data-invalid={ids['aria-invalid']}>
          <input
            {...ids}
            ref={inputRef}
            name={props.id}
            className={`${styles['input']} ${styles['number']}`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={amountTextMax}
            disabled={isDisabled}
            value={shown}
            onFocus={() => startEditing(props, setEdited)}
            onBlur={() => setEdited(false)}
            onKeyDown={(event) => stepByKey(event, props.onStep)}
            onChange={(event) => props.onChange(amountFromText(event.target.value, decimals))}
          />
          <span className={styles['unit']}>{currency}</span>
        </div>
      )}
    </FieldFrame>
  )
}

/** On entry the text is the raw form, so that what is edited is what is meant. */
function startEditing(props: AmountFieldProps, setEdited: (isEdited: boolean) => void): void {
  setEdited(true)
  const { raw, text } = props.value
  if (raw !== null && raw !== text) props.onChange(amountFromRaw(raw))
}

function troubleText(value: AmountInput, decimals: number): string | null {
  switch (value.trouble) {
    case 'invalid':
      return say('amountInvalid')
    case 'tooPrecise':
      return say('amountPrecise', { decimals })
    case 'none':
    case 'ambiguous':
      return null
  }
}

/** Below the field: the question with its two answers, else the words. */
function noteOf(props: AmountFieldProps, words: string | null, isEdited: boolean) {
  const { meanings } = props.value
  if (meanings === null || isEdited) return words ?? undefined
  const decimal = groupedAmount(meanings.decimal)
  const grouped = groupedAmount(meanings.grouped)
  return (
    <span className={styles['choices']} role="alert">
      {say('amountQuestion', { decimal, grouped })}
      {[meanings.decimal, meanings.grouped].map((raw) => (
        <TextButton key={raw} onClick={() => props.onChange(amountFromRaw(raw))}>
          {groupedAmount(raw)}
        </TextButton>
      ))}
    </span>
  )
}

function stepByKey(
  event: KeyboardEvent<HTMLInputElement>,
  onStep: ((steps: number) => void) | undefined,
): void {
  if (onStep === undefined) return
  const size = event.shiftKey ? 10 : 1
  if (event.key === 'ArrowUp') onStep(size)
  else if (event.key === 'ArrowDown') onStep(-size)
  else return
  event.preventDefault()
}

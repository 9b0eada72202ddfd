/**
 * The field for amounts and prices (R-07, DEC-93): raw with a dot while it is edited, grouped with dots
 * and a decimal comma after it is left, a question where the text can mean two numbers, the amount in
 * words below. The state is plain data, so that a form can reason about it.
 */
import { amountInWords, amountTextMax, shellMessages } from '@tukar/i18n'
import { type KeyboardEvent, useState } from 'react'
import { sayer } from '../app/say.ts'
import { language } from '../theme/preferences.ts'
import { type AmountInput, amountFromRaw, amountFromText, groupedAmount } from './amount-model.ts'
import { TextButton } from './button.tsx'
import { FieldFrame } from './field.tsx'
import styles from './field.module.css'

const say = sayer(shellMessages)

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
  if (value.trouble === 'invalid') return say('amountInvalid')
  return value.trouble === 'tooPrecise' ? say('amountPrecise', { decimals }) : null
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

/**
 * The amount field in one line, for dense forms. The label is inside, and the form shows its notes elsewhere,
 * so that nothing moves while the user types.
 */
import { amountTextMax } from '@tukar/i18n'
import { type KeyboardEvent, type Ref, useId } from 'react'
import styles from './amount-line.module.css'
import { type AmountInput, amountFromText } from './amount-model.ts'
import { useAmountEditing } from './use-amount-editing.ts'

export type AmountLineProps = {
  readonly label: string
  readonly value: AmountInput
  readonly onChange: (value: AmountInput) => void
  /** Shown at the right end. */
  readonly currency: string
  /** The maximum decimals of the amount. */
  readonly decimals: number
  /** Whether the form shows an error for this amount. */
  readonly isInvalid?: boolean
  /** The id of the element with the error. */
  readonly describedBy?: string | undefined
  /** Called with +1 or -1 by the arrow keys, with +10 or -10 with Shift. */
  readonly onStep?: (steps: number) => void
  /** Called when the field loses the focus. */
  readonly onLeave?: () => void
  readonly inputRef?: Ref<HTMLInputElement>
  /** The name by which the form finds the field. */
  readonly name?: string
}

/** A one-line field for an amount of one currency. */
export function AmountLine(props: AmountLineProps) {
  const { label, value, currency, decimals, onChange, onStep, onLeave, inputRef } = props
  const { shown, isEdited, onFocus, onBlur } = useAmountEditing(value, onChange)
  const id = useId()
  const isInvalid = props.isInvalid === true || (!isEdited && value.trouble !== 'none')
  return (
    <div className={styles['line']} data-invalid={isInvalid}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        ref={inputRef}
        name={props.name}
        className={styles['input']}
        inputMode="decimal"
        autoComplete="off"
        maxLength={amountTextMax}
        aria-invalid={isInvalid ? true : undefined}
        aria-describedby={props.describedBy}
        value={shown}
        onFocus={onFocus}
        onBlur={() => {
          onBlur()
          onLeave?.()
        }}
        onKeyDown={(event) => stepByKey(event, onStep)}
        onChange={(event) => onChange(amountFromText(event.target.value, decimals, currency))}
      />
      <span className={styles['unit']} aria-hidden="true">
        {currency}
      </span>
    </div>
  )
}

function stepByKey(
  event: KeyboardEvent<HTMLInputElement>,
  onStep: ((steps: number) => void) | undefined,
): void {
  if (onStep === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
  const size = event.shiftKey ? 10 : 1
  onStep(event.key === 'ArrowUp' ? size : -size)
  event.preventDefault()
}

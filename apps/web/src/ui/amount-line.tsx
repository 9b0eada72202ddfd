/**
 * The amount field in one line, for dense forms: the label stands inside, and what is to be said about
 * the amount is said by the form at a place of its own, so that nothing moves while one types.
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
  /** Stands at the right end. */
  readonly currency: string
  /** Most decimals that the amount may have. */
  readonly decimals: number
  /** Whether the form says something against this amount. */
  readonly isInvalid?: boolean
  /** Id of the element that says it. */
  readonly describedBy?: string | undefined
  /** Called with +1 or -1 by the arrow keys, with +10 or -10 with Shift. */
  readonly onStep?: (steps: number) => void
  /** Called when the field is left. */
  readonly onLeave?: () => void
  readonly inputRef?: Ref<HTMLInputElement>
  /** By which the form finds the field. */
  readonly name?: string
}

/** A line for an amount of one currency. */
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

/** The two forms of an amount in a field: grouped for reading, raw for editing. */
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { type AmountInput, amountFromRaw, groupedAmount } from './amount-model.ts'

/**
 * The shown text of the field, and the handlers of focus and blur. Focus selects the whole text, because the
 * raw form replaces the grouped one and a selection would be lost.
 */
export function useAmountEditing(
  value: AmountInput,
  onChange: (value: AmountInput) => void,
): {
  readonly shown: string
  readonly isEdited: boolean
  readonly onFocus: (event: FocusEvent<HTMLInputElement>) => void
  readonly onBlur: () => void
} {
  const [isEdited, setEdited] = useState(false)
  const entered = useRef<HTMLInputElement | null>(null)
  useLayoutEffect(() => {
    if (isEdited) entered.current?.select()
  }, [isEdited])
  return {
    shown: !isEdited && value.raw !== null ? groupedAmount(value.raw) : value.text,
    isEdited,
    onFocus: (event) => {
      entered.current = event.currentTarget
      setEdited(true)
      const { raw, text } = value
      if (raw !== null && raw !== text) onChange(amountFromRaw(raw))
    },
    onBlur: () => setEdited(false),
  }
}

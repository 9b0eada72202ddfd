/** The two forms of an amount in a field: grouped to be read, raw to be edited. */
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { type AmountInput, amountFromRaw, groupedAmount } from './amount-model.ts'

/**
 * What stands in the field now, and what entering and leaving it do. On entry all of it is selected:
 * the raw form takes the grouped one's place, and a selection made before would be lost with it.
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

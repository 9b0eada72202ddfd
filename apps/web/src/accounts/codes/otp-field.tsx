/** Six boxes for the digits of a code: typed, pasted or autofilled. */
import { otpMessages } from '@tukar/i18n'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Icon } from '../../ui/icon.tsx'
import { codeLength } from './code.ts'
import {
  boxAfterKey,
  type Boxes,
  erasedAt,
  type Filled,
  pastedInto,
  typedInto,
} from './otp-boxes.ts'
import styles from './otp.module.css'

const t = pageTranslator(otpMessages)

export type OtpFieldProps = {
  readonly boxes: Boxes
  readonly error: string | null
  readonly note: string
  readonly isBusy: boolean
  /** The group; its inputs are the boxes in order. */
  readonly group: RefObject<HTMLFieldSetElement | null>
  readonly onChange: (boxes: Boxes) => void
}

/** Focuses a box and selects its digit, so that typing replaces it. */
export function focusBox(group: HTMLFieldSetElement | null, at: number): void {
  const box = group?.querySelectorAll('input')[at]
  box?.focus()
  box?.select()
}

/** The boxes with their label, note and error. */
export function OtpField({ boxes, error, note, isBusy, group, onChange }: OtpFieldProps) {
  const id = useId()
  const take = ({ boxes: next, focus }: Filled) => {
    onChange(next)
    focusBox(group.current, focus)
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusy) return
    if (event.key === 'Backspace') {
      event.preventDefault()
      take(erasedAt(boxes, at))
      return
    }
    const target = boxAfterKey(event.key, at)
    if (target === null) return
    event.preventDefault()
    focusBox(group.current, target)
  }
  const onPaste = (event: ClipboardEvent, at: number) => {
    event.preventDefault()
    if (!isBusy) take(pastedInto(boxes, at, event.clipboardData.getData('text')))
  }
  return (
    <fieldset ref={group} className={styles['group']} aria-describedby={`${id}-error ${id}-note`}>
      <legend>{t('code')}</legend>
      <div className={styles['boxes']}>
        {boxes.map((digit, at) => (
          <input
            key={at}
            className={styles['box']}
            aria-label={t('digit', { number: at + 1, count: codeLength })}
            aria-describedby={`${id}-error`}
            aria-invalid={error === null ? undefined : true}
            value={digit}
            readOnly={isBusy}
            inputMode="numeric"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            // `change` does not fire if the same digit is typed again.
            onInput={(event) => take(typedInto(boxes, at, event.currentTarget.value))}
            onKeyDown={(event) => onKeyDown(event, at)}
            onPaste={(event) => onPaste(event, at)}
          />
        ))}
      </div>
      <div id={`${id}-error`} role="alert" className={styles['error']}>
        {error !== null && (
          <>
            <Icon name="warning" size={14} />
            {error}
          </>
        )}
      </div>
      <p id={`${id}-note`} className={styles['note']}>
        {note}
      </p>
    </fieldset>
  )
}

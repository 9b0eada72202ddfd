/** The field of a code from an authenticator: one line of six digits, typed, pasted or filled in. */
import { type FieldFrameProps, Field } from '../../ui/field.tsx'
import styles from '../sign-in/auth.module.css'
import { toDigits } from './code.ts'

export type CodeFieldProps = FieldFrameProps & {
  readonly value: string
  readonly onChange: (code: string) => void
  readonly id?: string
}

/** The field; what it gives is digits alone. */
export function CodeField({ value, onChange, ...frame }: CodeFieldProps) {
  return (
    <div className={styles['code']}>
      <Field
        {...frame}
        name="google_secret"
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={(event) => onChange(toDigits(event.target.value))}
      />
    </div>
  )
}

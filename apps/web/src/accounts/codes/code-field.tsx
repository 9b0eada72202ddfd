/** The field of an authenticator code: six digits, typed, pasted or autofilled. */
import { type FieldFrameProps, Field } from '../../ui/field.tsx'
import styles from '../sign-in/auth.module.css'
import { toDigits } from './code.ts'

export type CodeFieldProps = FieldFrameProps & {
  readonly value: string
  readonly onChange: (code: string) => void
  readonly id?: string
}

/** The field; its value consists of digits only. */
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

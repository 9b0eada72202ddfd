/** Form fields: a label above and a note or error below, both linked to the input. */
import { shellMessages } from '@tukar/i18n'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { pageTranslator } from '../app/translate.ts'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

const t = pageTranslator(shellMessages)

export type FieldFrameProps = {
  readonly label: string
  /** Shown at the right of the label: a link, a button, a count. */
  readonly aside?: ReactNode
  readonly note?: ReactNode
  readonly error?: string | null | undefined
}

/** The ids that link an input to its label, note and error. */
export type FieldIds = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** The label, note and error of any input. */
export function FieldFrame({
  label,
  aside,
  note,
  error,
  children,
}: FieldFrameProps & { readonly children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const hasError = typeof error === 'string' && error !== ''
  const hasNote = note !== undefined && note !== null && note !== ''
  const about = [hasError && `${id}-error`, hasNote && `${id}-note`].filter(Boolean).join(' ')
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': about === '' ? undefined : about,
        'aria-invalid': hasError ? true : undefined,
      })}
      {/* The aside follows the input, so that Tab reaches the input first. */}
      {aside !== undefined && <span className={styles['aside']}>{aside}</span>}
      {hasError && (
        <p className={styles['error']} id={`${id}-error`}>
          <Icon name="warning" size={14} />
          {error}
        </p>
      )}
      {hasNote && (
        <div className={styles['note']} id={`${id}-note`}>
          {note}
        </div>
      )}
    </div>
  )
}

export type FieldProps = FieldFrameProps &
  InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> }

/** A one-line text field with its label. */
export function Field({ label, aside, note, error, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} aside={aside} note={note} error={error}>
      {(ids) => (
        <div className={styles['box']} data-invalid={ids['aria-invalid']}>
          <input className={styles['input']} {...input} {...ids} />
        </div>
      )}
    </FieldFrame>
  )
}

export type TextAreaFieldProps = FieldFrameProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly ref?: Ref<HTMLTextAreaElement> }

/** A text field of several lines; it grows with its text up to the window's height. */
export function TextAreaField({ label, aside, note, error, ...input }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} aside={aside} note={note} error={error}>
      {(ids) => (
        <div className={styles['box']} data-invalid={ids['aria-invalid']}>
          <textarea className={classes(styles['input'], styles['area'])} {...input} {...ids} />
        </div>
      )}
    </FieldFrame>
  )
}

/** A password field with a button to show it; pasting is allowed. */
export function PasswordField({ label, aside, note, error, ...input }: FieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame label={label} aside={aside} note={note} error={error}>
      {(ids) => (
        <div className={styles['box']} data-invalid={ids['aria-invalid']}>
          <input
            className={styles['input']}
            {...input}
            {...ids}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className={styles['reveal']}
            aria-label={t(isShown ? 'hidePassword' : 'showPassword')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} size={18} />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}

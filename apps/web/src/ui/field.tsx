/** Fields of a form: a label above, a note or an error below, both tied to the input. */
import { shellMessages } from '@tukar/i18n'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { sayer } from '../app/say.ts'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

const say = sayer(shellMessages)

export type FieldFrameProps = {
  readonly label: string
  /** Stands at the label's right: what is available, a link. */
  readonly aside?: ReactNode
  readonly note?: ReactNode
  readonly error?: string | null | undefined
}

/** What a frame gives to the input inside it, so that its texts belong to it. */
export type FieldIds = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** The label, note and error around any input. */
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
      <div className={styles['head']}>
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
        {aside !== undefined && <span className={styles['aside']}>{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': about === '' ? undefined : about,
        'aria-invalid': hasError ? true : undefined,
      })}
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

/** A line of text with its label. */
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

/** Several lines of text with their label; the field grows with the text as far as the window allows. */
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

/** A password with its own switch between hidden and shown; pasting is allowed. */
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
            aria-label={say(isShown ? 'hidePassword' : 'showPassword')}
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

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  readonly error?: string | null | undefined
  readonly children: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** A box to tick, with its sentence. */
export function Checkbox({ children, error, ...input }: CheckboxProps) {
  const id = useId()
  const hasError = typeof error === 'string' && error !== ''
  return (
    <div className={styles['field']}>
      <label className={styles['check']}>
        <input
          type="checkbox"
          {...input}
          aria-invalid={hasError ? true : undefined}
          aria-describedby={hasError ? `${id}-error` : undefined}
        />
        <span>{children}</span>
      </label>
      {hasError && (
        <p className={styles['error']} id={`${id}-error`}>
          <Icon name="warning" size={14} />
          {error}
        </p>
      )}
    </div>
  )
}

export type SelectOption<Value extends string> = {
  readonly value: Value
  readonly label: string
}

export type SelectProps<Value extends string> = {
  /** Said to those who do not see it; shown by whoever places the control. */
  readonly label: string
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly className?: string
}

/** A choice of one among several: the device's own list, which every phone and reader knows. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, className } = props
  const pick = (text: string) => {
    const option = options.find((candidate) => candidate.value === text)
    if (option !== undefined) onChange(option.value)
  }
  return (
    <span className={`${styles['select']} ${className ?? ''}`}>
      <select aria-label={label} value={value} onChange={(event) => pick(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={14} />
    </span>
  )
}

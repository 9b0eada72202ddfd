/** A checkbox. It is separate from the other fields, because the frame of every page has one. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  readonly error?: string | null | undefined
  readonly children: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** A checkbox with its label. */
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

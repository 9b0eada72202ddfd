/** A select field. */
import styles from './field.module.css'
import { Icon } from './icon.tsx'

export type SelectOption<Value extends string> = {
  readonly value: Value
  readonly label: string
  /** The short label for the closed list, if the label is too long. */
  readonly short?: string
}

export type SelectProps<Value extends string> = {
  /** The label for screen readers; the parent shows it. */
  readonly label: string
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly className?: string
}

/** A select field with the device's own list. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, className } = props
  const pick = (text: string) => {
    const option = options.find((candidate) => candidate.value === text)
    if (option !== undefined) onChange(option.value)
  }
  const short = options.find((option) => option.value === value)?.short
  return (
    <span
      className={`${styles['select']} ${className ?? ''}`}
      data-short={short === undefined ? undefined : true}
    >
      <select aria-label={label} value={value} onChange={(event) => pick(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {short !== undefined && (
        <span className={styles['short']} aria-hidden="true">
          {short}
        </span>
      )}
      <Icon name="chevron-down" size={14} />
    </span>
  )
}

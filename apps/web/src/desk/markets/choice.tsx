/** A select with its label above. */
import { FieldFrame } from '../../ui/field.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'

export type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly error?: string | null
  readonly onChange: (value: Value) => void
}

/** The choice. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, error } = props
  const { value, options, onChange } = props
  return (
    <FieldFrame label={label} error={error}>
      {() => <Select label={label} value={value} options={options} onChange={onChange} />}
    </FieldFrame>
  )
}

/** A form of one code from an authenticator: a refusal is told, and the field waits for another code. */
import { accountMessages } from '@tukar/i18n'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import type { Told } from '../../api/call.ts'
import { codeLength } from './code.ts'
import { CodeField } from './code-field.tsx'
import { accountFailureText } from '../failure.ts'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'

const say = sayer(accountMessages)

export type CodeFormProps = {
  readonly className?: string | undefined
  /** Whether the keyboard begins in the field. */
  readonly isFirst?: boolean
  /** Called with a whole code; a success without a message is not told. */
  readonly onCode: (code: string) => Promise<Told>
  /** The button of the form, and what stands beside it. */
  readonly renderActions: (isBusy: boolean) => ReactNode
}

/** The form. */
export function CodeForm({ className, isFirst = false, onCode, renderActions }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const focus = () => form.current?.querySelector('input')?.focus()
  useEffect(() => {
    if (isFirst) focus()
  }, [isFirst])
  const submit = async () => {
    if (code.length < codeLength) {
      setError(say('codeEmpty'))
      return
    }
    alert.clear()
    const told = await onCode(code)
    setCode('')
    if (told.ok) {
      if (told.message !== '') alert.tell('good', told.message)
      return
    }
    alert.tell('bad', accountFailureText(told))
    focus()
  }
  return (
    <form ref={form} className={className} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      <CodeField
        label={say('googleSecret')}
        note={say('googleSecretNote')}
        error={error}
        value={code}
        onChange={(text) => {
          setError(null)
          setCode(text)
        }}
      />
      {renderActions(isBusy)}
    </form>
  )
}

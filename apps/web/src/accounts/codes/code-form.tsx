/** A form with one authenticator code. A refusal is shown, and the field accepts another code. */
import { accountMessages } from '@tukar/i18n'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import type { MessageResult } from '../../api/call.ts'
import { codeLength } from './code.ts'
import { CodeField } from './code-field.tsx'
import { accountFailureText } from '../failure.ts'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'

const t = pageTranslator(accountMessages)

export type CodeFormProps = {
  readonly className?: string | undefined
  /** Whether the field is focused at first. */
  readonly isFirst?: boolean
  /** Called with a complete code. A success without a message shows nothing. */
  readonly onCode: (code: string) => Promise<MessageResult>
  /** The button of the form, and the elements beside it. */
  readonly renderActions: (isBusy: boolean) => ReactNode
}

/** The form of an authenticator code. */
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
      setError(t('codeEmpty'))
      return
    }
    alert.clear()
    const outcome = await onCode(code)
    setCode('')
    if (outcome.ok) {
      if (outcome.message !== '') alert.show('good', outcome.message)
      return
    }
    alert.show('bad', accountFailureText(outcome))
    focus()
  }
  return (
    <form ref={form} className={className} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      <CodeField
        label={t('googleSecret')}
        note={t('googleSecretNote')}
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

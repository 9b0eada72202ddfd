/**
 * A form of one e-mail and a captcha: for a forgotten password and for the verification mail. The
 * browser's own check of an e-mail field is the only rule (PASS-01, MAIL-05).
 */
import { accountMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../app/say.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import type { Told } from './account-calls.ts'
import styles from './auth.module.css'
import { CaptchaField } from './captcha-field.tsx'
import { accountFailureText } from './failure.ts'
import { useBusy } from './use-busy.ts'
import { type FormCaptcha, useCaptcha } from './use-captcha.ts'

const say = sayer(accountMessages)

export type EmailFormProps = {
  readonly action: string
  /** How long after "Wrong captcha" a fresh one begins. */
  readonly wrongCaptchaPauseMs: number
  readonly send: (email: string, captcha: FormCaptcha) => Promise<Told>
  /** Called with the server's message and the e-mail after success. */
  readonly onDone: (message: string, email: string) => void
}

/** The form; what was typed stays after a failure. */
export function EmailForm({ action, wrongCaptchaPauseMs, send, onDone }: EmailFormProps) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const captcha = useCaptcha(wrongCaptchaPauseMs)
  const { isBusy, onSubmit } = useBusy()
  const submit = async () => {
    setError(null)
    const outcome = await send(email, captcha)
    if (outcome.ok) onDone(outcome.message, email.trim())
    else setError(accountFailureText(outcome))
  }
  return (
    <form className={styles['form']} onSubmit={(event) => onSubmit(event, submit)}>
      {error !== null && (
        <Banner tone="bad" isSpoken>
          {error}
        </Banner>
      )}
      <Field
        label={say('email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <CaptchaField captcha={captcha} />
      <Button type="submit" kind="primary" isWide isBusy={isBusy}>
        {isBusy ? say('sending') : action}
      </Button>
    </form>
  )
}

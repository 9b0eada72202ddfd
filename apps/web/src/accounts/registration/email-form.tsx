/**
 * A form of one e-mail and a captcha: for a forgotten password and for the verification mail. The
 * browser's own check of an e-mail field is the only rule (PASS-01, MAIL-05).
 */
import { accountMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import type { Told } from '../../api/call.ts'
import styles from '../sign-in/auth.module.css'
import { CaptchaField } from '../captcha/captcha-field.tsx'
import { accountFailureText } from '../failure.ts'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'
import { type FormCaptcha, useCaptcha, wrongCaptchaPauseMs } from '../captcha/use-captcha.ts'

const say = sayer(accountMessages)

export type EmailFormProps = {
  readonly action: string
  /** Whether a fresh captcha begins at once after "Wrong captcha" (MAIL-07). */
  readonly isCaptchaRenewedAtOnce?: boolean
  readonly send: (email: string, captcha: FormCaptcha) => Promise<Told>
  /** Called with the server's message and the e-mail after success. */
  readonly onDone: (message: string, email: string) => void
}

/** The form; what was typed stays after a failure, which is told above the page. */
export function EmailForm(props: EmailFormProps) {
  const { action, isCaptchaRenewedAtOnce = false, send, onDone } = props
  const [email, setEmail] = useState('')
  const alert = useAlert()
  const captcha = useCaptcha(isCaptchaRenewedAtOnce ? 0 : wrongCaptchaPauseMs)
  const { isBusy, onSubmit } = useBusy()
  const submit = async () => {
    alert.clear()
    const outcome = await send(email, captcha)
    if (outcome.ok) onDone(outcome.message, email.trim())
    else alert.tell('bad', accountFailureText(outcome))
  }
  return (
    <form className={styles['form']} onSubmit={(event) => onSubmit(event, submit)}>
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

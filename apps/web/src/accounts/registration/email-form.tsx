/**
 * A form with an e-mail address and a captcha, for a forgotten password and for the verification e-mail. The
 * browser's check of the field is the only rule (PASS-01, MAIL-05).
 */
import { accountMessages } from '@tukar/i18n'
import { useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import type { MessageResult } from '../../api/call.ts'
import styles from '../sign-in/auth.module.css'
import { CaptchaField } from '../captcha/captcha-field.tsx'
import { accountFailureText } from '../failure.ts'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'
import { type FormCaptcha, useCaptcha, wrongCaptchaDelayMs } from '../captcha/use-captcha.ts'

const t = pageTranslator(accountMessages)

export type EmailFormProps = {
  readonly action: string
  /** Whether a fresh captcha starts immediately after "Wrong captcha" (MAIL-07). */
  readonly isCaptchaRenewedAtOnce?: boolean
  readonly send: (email: string, captcha: FormCaptcha) => Promise<MessageResult>
  /** Called on success, with the server's message and the e-mail address. */
  readonly onDone: (message: string, email: string) => void
}

/** The form. After a failure its input stays, and the failure is shown above the page. */
export function EmailForm(props: EmailFormProps) {
  const { action, isCaptchaRenewedAtOnce = false, send, onDone } = props
  const [email, setEmail] = useState('')
  const alert = useAlert()
  const captcha = useCaptcha(isCaptchaRenewedAtOnce ? 0 : wrongCaptchaDelayMs)
  const { isBusy, onSubmit } = useBusy()
  const submit = async () => {
    alert.clear()
    const outcome = await send(email, captcha)
    if (outcome.ok) onDone(outcome.message, email.trim())
    else alert.show('bad', accountFailureText(outcome))
  }
  return (
    <form className={styles['form']} onSubmit={(event) => onSubmit(event, submit)}>
      <Field
        label={t('email')}
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
        {isBusy ? t('sending') : action}
      </Button>
    </form>
  )
}

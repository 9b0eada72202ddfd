/** Asking for a link to choose a new password (PASS-01 to PASS-04). */
import { accountMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { Link } from '../../ui/button.tsx'
import { requestPasswordChange } from '../account-calls.ts'
import { AuthPage } from '../sign-in/auth-page.tsx'
import { EmailForm } from '../registration/email-form.tsx'
import { MailFirst } from '../registration/mail-first.tsx'
import { ResultDialog, type WayOn } from '../result-dialog.tsx'

const say = sayer(accountMessages)

/** PASS-03, CONST-04: home, not to the login page. */
const way: WayOn = { to: '/', afterSeconds: 10 }

/** `/auth/forgot-password` */
export function ForgotPasswordPage() {
  const [done, setDone] = useState<{ readonly message: string; readonly email: string } | null>(
    null,
  )
  return (
    <AuthPage
      title={say('forgotTitle')}
      text={say('forgotText')}
      foot={
        <p>
          {say('rememberLogin')} <Link to="/auth/login">{say('loginLink')}</Link>
        </p>
      }
    >
      <EmailForm
        action={say('forgotSend')}
        send={requestPasswordChange}
        onDone={(message, email) => setDone({ message, email })}
      />
      <ResultDialog
        result={done === null ? null : { isGood: true, message: done.message }}
        goodTitle={say('forgotDone')}
        badTitle={say('forgotTitle')}
        way={way}
        first={done !== null && <MailFirst email={done.email} />}
        onClose={() => setDone(null)}
      />
    </AuthPage>
  )
}

/** Requests a link to set a new password (PASS-01 to PASS-04). */
import { accountMessages } from '@tukar/i18n'
import { useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Link } from '../../ui/button.tsx'
import { requestPasswordChange } from '../account-calls.ts'
import { AuthPage } from '../sign-in/auth-page.tsx'
import { EmailForm } from '../registration/email-form.tsx'
import { MailFirst } from '../registration/mail-first.tsx'
import { ResultDialog, type NextPage } from '../result-dialog.tsx'

const t = pageTranslator(accountMessages)

/** PASS-03, CONST-04: the home page, not the login page. */
const nextPage: NextPage = { to: '/', afterSeconds: 10 }

/** `/auth/forgot-password` */
export function ForgotPasswordPage() {
  const [done, setDone] = useState<{ readonly message: string; readonly email: string } | null>(
    null,
  )
  return (
    <AuthPage
      title={t('forgotTitle')}
      text={t('forgotText')}
      foot={
        <p>
          {t('rememberLogin')} <Link to="/auth/login">{t('loginLink')}</Link>
        </p>
      }
    >
      <EmailForm
        action={t('forgotSend')}
        send={requestPasswordChange}
        onDone={(message, email) => setDone({ message, email })}
      />
      <ResultDialog
        result={done === null ? null : { isGood: true, message: done.message }}
        goodTitle={t('forgotDone')}
        badTitle={t('forgotTitle')}
        nextPage={nextPage}
        first={done !== null && <MailFirst email={done.email} />}
        onClose={() => setDone(null)}
      />
    </AuthPage>
  )
}

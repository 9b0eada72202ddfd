/** Requests the verification e-mail again (MAIL-05 to MAIL-07). */
import { accountMessages } from '@tukar/i18n'
import { useNavigate } from '../../router/state.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Link } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { requestVerification } from '../account-calls.ts'
import { AuthPage, MailboxHint } from '../sign-in/auth-page.tsx'
import { EmailForm } from './email-form.tsx'

const t = pageTranslator(accountMessages)

/** `/auth/email-verification-token-request` */
export function VerificationRequestPage() {
  const navigate = useNavigate()
  const leave = (message: string, email: string) => {
    toast('good', message, <MailboxHint email={email} />)
    navigate({ to: '/' }).catch(() => undefined)
  }
  return (
    <AuthPage
      title={t('requestTitle')}
      text={t('requestText')}
      foot={
        <p>
          {t('requestVerified')} <Link to="/auth/login">{t('loginLink')}</Link>
        </p>
      }
    >
      <EmailForm
        action={t('requestSend')}
        isCaptchaRenewedAtOnce
        send={requestVerification}
        onDone={leave}
      />
    </AuthPage>
  )
}

/** Sets a new password, by the mailed link (PASS-05 to PASS-09). */
import { accountMessages } from '@tukar/i18n'
import { useSearch } from '../../router/state.ts'
import { useState } from 'react'
import { beginLeaving, clearSession } from '../../api/session.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { changePassword } from '../account-calls.ts'
import { AuthPage } from '../sign-in/auth-page.tsx'
import styles from '../sign-in/auth.module.css'
import { CaptchaField } from '../captcha/captcha-field.tsx'
import { findDeadToken } from '../sign-in/check-token.ts'
import { accountFailureText } from '../failure.ts'
import { ResultDialog, type NextPage } from '../result-dialog.tsx'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'
import { useCaptcha } from '../captcha/use-captcha.ts'

const t = pageTranslator(accountMessages)

/** After a success, the login page (PASS-08). */
const nextPage: NextPage = { to: '/auth/login', afterSeconds: 3 }

/** `/auth/passchange-form` */
export function ChangePasswordPage() {
  const { email = '', token = '' } = useSearch()
  const askAgain = <Link to="/auth/forgot-password">{t('changeAskAgain')}</Link>
  const isWhole = email !== '' && token !== ''
  return (
    <AuthPage
      title={t('changeTitle')}
      text={email === '' ? t('changeTextNoEmail') : t('changeText', { email })}
      foot={
        <>
          {/* An expired link looks valid until it is used. */}
          {isWhole && <p>{askAgain}</p>}
          <p>
            {t('rememberLogin')} <Link to="/auth/login">{t('loginLink')}</Link>
          </p>
        </>
      }
    >
      {!isWhole && (
        <Banner tone="warn">
          {t('changeNoToken')} {askAgain}
        </Banner>
      )}
      <ChangeForm email={email} token={token} />
    </AuthPage>
  )
}

function ChangeForm({ email, token }: { readonly email: string; readonly token: string }) {
  const [password, setPassword] = useState('')
  const [passwordConfirm, setPasswordConfirm] = useState('')
  const [isDifferent, setDifferent] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const alert = useAlert()
  const captcha = useCaptcha()
  const { isBusy, onSubmit } = useBusy()
  const submit = async () => {
    alert.clear()
    setDifferent(password !== passwordConfirm)
    if (password !== passwordConfirm) {
      alert.show('bad', t('confirmAlert'))
      return
    }
    const change = { email, token, password, passwordConfirm }
    const stay = beginLeaving()
    const outcome = await changePassword(change, captcha)
    if (!outcome.ok) {
      stay()
      alert.show('bad', accountFailureText(outcome))
      return
    }
    // All sessions of the account have ended (DEC-30); this browser may have a session of another account.
    if ((await findDeadToken()) !== null) clearSession()
    stay()
    setMessage(outcome.message)
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
      <input type="text" name="token" value={token} autoComplete="off" readOnly hidden />
      <PasswordField
        label={t('newPassword')}
        note={t('passwordNote')}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={t('newPasswordConfirm')}
        name="password_confirm"
        autoComplete="new-password"
        error={isDifferent ? t('confirmDifferent') : null}
        value={passwordConfirm}
        onClick={() => setDifferent(false)}
        onChange={(event) => {
          setDifferent(false)
          setPasswordConfirm(event.target.value)
        }}
      />
      <CaptchaField captcha={captcha} />
      <Button type="submit" kind="primary" isWide isBusy={isBusy}>
        {t(isBusy ? 'sending' : 'submit')}
      </Button>
      <ResultDialog
        result={message === null ? null : { isGood: true, message }}
        goodTitle={t('changeDone')}
        badTitle={t('changeTitle')}
        nextPage={nextPage}
        onClose={() => setMessage(null)}
      />
    </form>
  )
}

/**
 * Sign-in (LOGIN-01 to LOGIN-08), and in simulation mode one click to a demo account. The form is first,
 * unless a link named a demo account: then a large button is above it.
 */
import { accountMessages } from '@tukar/i18n'
import { useNavigate, useSearch } from '../../router/state.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterSignIn } from '../../api/console-way.ts'
import type { Failure } from '../../api/request.ts'
import { isSimulation } from '../../app/client-config.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { signIn } from '../account-calls.ts'
import { AuthPage, MailboxHint } from './auth-page.tsx'
import styles from './auth.module.css'
import { CaptchaField } from '../captcha/captcha-field.tsx'
import { DemoPeople } from '../demo/demo-people.tsx'
import { accountFailureText } from '../failure.ts'
import { useBusy } from '../use-busy.ts'
import { useCaptcha } from '../captcha/use-captcha.ts'

const t = pageTranslator(accountMessages)

/** The e-mail address is not verified yet (DEC-29); a link below the form requests another e-mail. */
const unverifiedCode = 'login.unverified'

/** `/auth/login` */
export function LoginPage() {
  const { demo } = useSearch()
  // Most users find the sign-in form first; a link that names a demo account shows that account first.
  const isDemoFirst = demo !== undefined
  const people = <DemoPeople chosen={demo ?? null} />
  const or = <p className={styles['or']}>{t(isDemoFirst ? 'or' : 'orDemo')}</p>
  return (
    <AuthPage
      title={t('loginTitle')}
      text={t('loginText')}
      foot={
        <>
          <p>
            {t('noAccount')} <Link to="/auth/register">{t('registerLink')}</Link>
          </p>
          <p>
            {t('resendText')}{' '}
            <Link to="/auth/email-verification-token-request">{t('resendLink')}</Link>
          </p>
        </>
      }
    >
      {isSimulation && isDemoFirst && people}
      {isSimulation && isDemoFirst && or}
      <LoginForm />
      {isSimulation && !isDemoFirst && or}
      {isSimulation && !isDemoFirst && people}
    </AuthPage>
  )
}

type Credentials = { readonly email: string; readonly password: string }

function LoginForm() {
  const [failure, setFailure] = useState<Failure | null>(null)
  const { onSubmit } = useBusy()
  const captcha = useCaptcha()
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm<Credentials>({
    defaultValues: { email: '', password: '' },
  })
  const submit = handleSubmit(
    async (credentials) => {
      setFailure(null)
      const outcome = await signIn(credentials, captcha)
      if (!outcome.ok) setFailure(outcome)
      else if (outcome.step === 'code') await navigate({ to: '/auth/two-factor-auth' })
      // The page is reloaded, so that no guest state remains (LOGIN-05, DEC-09).
      else location.assign(afterSignIn())
    },
    () => setFailure(null),
  )
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      {failure !== null && (
        <Banner tone="bad" isSpoken>
          {accountFailureText(failure)}
          {failure.code === unverifiedCode && <MailboxHint />}
        </Banner>
      )}
      <Field
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        error={formState.errors.email?.message ?? null}
        {...register('email', { validate: (email) => email.trim() !== '' || t('emailEmpty') })}
      />
      <PasswordField
        label={t('password')}
        aside={
          <Link to="/auth/forgot-password" className={styles['forgot'] ?? ''}>
            {t('forgotLink')}
          </Link>
        }
        autoComplete="current-password"
        error={formState.errors.password?.message ?? null}
        {...register('password', { required: t('passwordEmpty') })}
      />
      <CaptchaField captcha={captcha} />
      <Button type="submit" kind="primary" isWide isBusy={formState.isSubmitting}>
        {t(formState.isSubmitting ? 'loggingIn' : 'logIn')}
      </Button>
    </form>
  )
}

/**
 * Signing in (LOGIN-01 to LOGIN-07), and in simulation mode one click to be a demo person: the one that
 * a link named stands first, as one large button.
 */
import { accountMessages } from '@tukar/i18n'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureText } from '../api/failure-text.ts'
import { isSimulation } from '../app/client-config.ts'
import { sayer } from '../app/say.ts'
import { usePageTitle } from '../app/title.ts'
import { Button, Link } from '../ui/button.tsx'
import { Banner } from '../ui/feedback.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { signIn } from './account-calls.ts'
import { AuthSide } from './auth-side.tsx'
import styles from './auth.module.css'
import { DemoPeople } from './demo-people.tsx'

const say = sayer(accountMessages)

/** `/auth/login` */
export function LoginPage() {
  usePageTitle(say('loginTitle'))
  const { demo } = useSearch({ from: '/auth/login' })
  return (
    <div className={styles['page']}>
      <div className={styles['card']}>
        <header className={styles['head']}>
          <h1>{say('loginTitle')}</h1>
          <p>{say('loginText')}</p>
        </header>
        {isSimulation && <DemoPeople chosen={demo ?? null} />}
        {isSimulation && <p className={styles['or']}>{say('or')}</p>}
        <LoginForm />
        <p className={styles['foot']}>
          {say('noAccount')} <Link to="/auth/register">{say('registerLink')}</Link>
        </p>
      </div>
      <AuthSide />
    </div>
  )
}

type Credentials = { readonly email: string; readonly password: string }

function LoginForm() {
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<Credentials>({
    defaultValues: { email: '', password: '' },
  })
  const submit = handleSubmit(
    async (credentials) => {
      setError(null)
      const failure = await signIn(credentials)
      if (failure !== null) setError(failureText(failure))
    },
    () => setError(null),
  )
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        submit(event).catch(() => undefined)
      }}
    >
      {error !== null && (
        <Banner tone="bad" isSpoken>
          {error}
        </Banner>
      )}
      <Field
        label={say('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        error={formState.errors.email?.message ?? null}
        {...register('email', { validate: (email) => email.trim() !== '' || say('emailEmpty') })}
      />
      <PasswordField
        label={say('password')}
        autoComplete="current-password"
        error={formState.errors.password?.message ?? null}
        {...register('password', { required: say('passwordEmpty') })}
      />
      <Button type="submit" kind="primary" isWide isBusy={formState.isSubmitting}>
        {say(formState.isSubmitting ? 'loggingIn' : 'logIn')}
      </Button>
    </form>
  )
}

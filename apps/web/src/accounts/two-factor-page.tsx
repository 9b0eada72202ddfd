/** The second step of a sign-in (TFA-01 to TFA-05): one field, the code of an authenticator. */
import { accountMessages } from '@tukar/i18n'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { sayer } from '../app/say.ts'
import { Button, Link, TextButton } from '../ui/button.tsx'
import { signInByCode } from './account-calls.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './auth.module.css'
import { codeLength } from './code.ts'
import { CodeField } from './code-field.tsx'
import { accountFailureText } from './failure.ts'
import { dropAllOfSignIn, dropLoginChallenge, readLoginChallenge } from './login-challenge.ts'
import { useAlert } from './use-alert.ts'
import { useBusy } from './use-busy.ts'

const say = sayer(accountMessages)

/** The first step is too long ago, or was used: it counts no more (DEC-17). */
const expiredCode = 'two_factor.expired'

/** `/auth/two-factor-auth` */
export function TwoFactorPage() {
  const [kept] = useState(readLoginChallenge)
  const navigate = useNavigate()
  const startOver = () => {
    dropLoginChallenge()
    navigate({ to: '/auth/login' }).catch(() => undefined)
  }
  return (
    <AuthPage
      title={say('twoFactorTitle')}
      text={say('twoFactorText', { email: kept?.email ?? '' })}
      foot={
        <>
          <p>
            <TextButton onClick={startOver}>{say('twoFactorCancel')}</TextButton>
          </p>
          <p>
            {say('twoFactorLost')} <Link to="/pages/contact-us">{say('twoFactorContact')}</Link>
          </p>
        </>
      }
    >
      <CodeForm />
    </AuthPage>
  )
}

function CodeForm() {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const focus = () => form.current?.querySelector('input')?.focus()
  useEffect(focus, [])
  const submit = async () => {
    const kept = readLoginChallenge()
    if (kept === null) {
      dropAllOfSignIn()
      await navigate({ to: '/' })
      return
    }
    if (code.length < codeLength) {
      setError(say('twoFactorEmpty'))
      return
    }
    alert.clear()
    const failure = await signInByCode(kept, code)
    if (failure === null) {
      location.assign('/')
      return
    }
    alert.tell('bad', accountFailureText(failure))
    if (failure.code === expiredCode) {
      dropLoginChallenge()
      await navigate({ to: '/auth/login' })
      return
    }
    setCode('')
    focus()
  }
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => onSubmit(event, submit)}
    >
      <CodeField
        label={say('googleSecret')}
        note={say('googleSecretNote')}
        error={error}
        value={code}
        onChange={(text) => {
          setError(null)
          setCode(text)
        }}
      />
      <Button type="submit" kind="primary" isWide isBusy={isBusy}>
        {say(isBusy ? 'loggingIn' : 'twoFactorSubmit')}
      </Button>
    </form>
  )
}

/** The second step of a sign-in (TFA-01 to TFA-05): one field for the authenticator code. */
import { accountMessages } from '@tukar/i18n'
import { useNavigate } from '../../router/state.ts'
import { useState } from 'react'
import { afterSignIn } from '../../api/console-way.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button, Link, TextButton } from '../../ui/button.tsx'
import type { MessageResult } from '../../api/call.ts'
import { signInByCode } from '../account-calls.ts'
import { AuthPage } from '../sign-in/auth-page.tsx'
import styles from '../sign-in/auth.module.css'
import { CodeForm } from '../codes/code-form.tsx'
import {
  dropSignInState,
  dropLoginChallenge,
  readLoginChallenge,
} from '../sign-in/login-challenge.ts'

const t = pageTranslator(accountMessages)

/** The first step expired, was used, or had too many wrong codes (DEC-17). */
const expiredCodes: ReadonlySet<string> = new Set(['two_factor.expired', 'two_factor.all_wrong'])

/** `/auth/two-factor-auth` */
export function TwoFactorPage() {
  const [kept] = useState(readLoginChallenge)
  const navigate = useNavigate()
  const startOver = () => {
    dropLoginChallenge()
    navigate({ to: '/auth/login' }).catch(() => undefined)
  }
  const enter = async (code: string): Promise<MessageResult> => {
    const challenge = readLoginChallenge()
    if (challenge === null) {
      dropSignInState()
      await navigate({ to: '/' })
      return { ok: true, message: '' }
    }
    const failure = await signInByCode(challenge, code)
    if (failure === null) {
      location.assign(afterSignIn())
      return { ok: true, message: '' }
    }
    if (expiredCodes.has(failure.code)) startOver()
    return failure
  }
  return (
    <AuthPage
      title={t('twoFactorTitle')}
      text={t('twoFactorText', { email: kept?.email ?? '' })}
      foot={
        <>
          <p>
            <TextButton onClick={startOver}>{t('twoFactorCancel')}</TextButton>
          </p>
          <p>
            {t('twoFactorLost')} <Link to="/pages/contact-us">{t('twoFactorContact')}</Link>
          </p>
        </>
      }
    >
      <CodeForm
        className={styles['form']}
        isFirst
        onCode={enter}
        renderActions={(isBusy) => (
          <Button type="submit" kind="primary" isWide isBusy={isBusy}>
            {t(isBusy ? 'loggingIn' : 'twoFactorSubmit')}
          </Button>
        )}
      />
    </AuthPage>
  )
}

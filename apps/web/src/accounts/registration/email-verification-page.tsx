/**
 * The target of the mailed verification link (MAIL-01 to MAIL-04). It calls the server without a click and
 * shows the outcome.
 */
import { accountMessages } from '@tukar/i18n'
import { useSearch } from '../../router/state.ts'
import { useEffect, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { usePageTitle } from '../../app/title.ts'
import { ButtonLink, Link } from '../../ui/button.tsx'
import type { MessageResult } from '../../api/call.ts'
import { verifyEmail } from '../account-calls.ts'
import styles from '../sign-in/auth.module.css'
import { accountFailureText } from '../failure.ts'
import { Sign } from '../sign-in/sign.tsx'

const t = pageTranslator(accountMessages)

/** One call per code, even if the page renders again. */
const calls = new Map<string, Promise<MessageResult>>()

function askOnce(code: string): Promise<MessageResult> {
  const known = calls.get(code)
  if (known !== undefined) return known
  const answer = verifyEmail(code)
  calls.set(code, answer)
  return answer
}

type State =
  | { readonly state: 'loading' }
  | { readonly state: 'success' | 'failure'; readonly message: string }

async function verify(code: string): Promise<State> {
  if (code === '') return { state: 'failure', message: t('verifyNoCode') }
  const outcome = await askOnce(code)
  if (outcome.ok) return { state: 'success', message: outcome.message }
  // A code whose call had no answer can be sent again.
  if (outcome.kind !== 'refused') calls.delete(code)
  return { state: 'failure', message: accountFailureText(outcome) }
}

function useVerification(code: string): State {
  const [state, setState] = useState<State>({ state: 'loading' })
  useEffect(() => {
    let isShown = true
    const show = (next: State) => isShown && setState(next)
    verify(code).then(show, () => undefined)
    return () => {
      isShown = false
    }
  }, [code])
  return state
}

/** `/auth/email-verification` */
export function EmailVerificationPage() {
  usePageTitle(t('verifyTitle'))
  const { verification_code: code } = useSearch()
  const shown = useVerification(code ?? '')
  return (
    <div className={styles['alone']}>
      <div className={styles['verdict']} aria-live="polite" aria-busy={shown.state === 'loading'}>
        {shown.state === 'loading' ? (
          <>
            <span className={styles['wait']} aria-hidden="true" />
            <h1>{t('verifyTitle')}</h1>
            <p>{t('verifying')}</p>
          </>
        ) : (
          <>
            <Sign isGood={shown.state === 'success'} />
            <h1>{t(shown.state === 'success' ? 'verifyGood' : 'verifyBad')}</h1>
            <p>{shown.message}</p>
          </>
        )}
      </div>
      {shown.state === 'success' && (
        <ButtonLink to="/auth/login" kind="primary">
          {t('loginLink')}
        </ButtonLink>
      )}
      {shown.state === 'failure' && (
        <>
          <ButtonLink to="/" kind="primary">
            {t('backHome')}
          </ButtonLink>
          <p>
            <Link to="/auth/email-verification-token-request">{t('verifyAgain')}</Link>
          </p>
        </>
      )}
    </div>
  )
}

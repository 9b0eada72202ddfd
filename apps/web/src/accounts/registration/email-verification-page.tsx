/**
 * The target of the mailed verification link (MAIL-01 to MAIL-04): it asks the server at once, without a
 * click, and shows how that went.
 */
import { accountMessages } from '@tukar/i18n'
import { useSearch } from '../../router/state.ts'
import { useEffect, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { usePageTitle } from '../../app/title.ts'
import { ButtonLink, Link } from '../../ui/button.tsx'
import type { Told } from '../../api/call.ts'
import { verifyEmail } from '../account-calls.ts'
import styles from '../sign-in/auth.module.css'
import { accountFailureText } from '../failure.ts'
import { Sign } from '../sign-in/sign.tsx'

const say = sayer(accountMessages)

/** One call per code, however often the page is drawn. */
const asked = new Map<string, Promise<Told>>()

function askOnce(code: string): Promise<Told> {
  const known = asked.get(code)
  if (known !== undefined) return known
  const answer = verifyEmail(code)
  asked.set(code, answer)
  return answer
}

type State =
  | { readonly state: 'loading' }
  | { readonly state: 'success' | 'failure'; readonly message: string }

async function verify(code: string): Promise<State> {
  if (code === '') return { state: 'failure', message: say('verifyNoCode') }
  const told = await askOnce(code)
  if (told.ok) return { state: 'success', message: told.message }
  // A code that no answer was given for may be asked for again.
  if (told.kind !== 'refused') asked.delete(code)
  return { state: 'failure', message: accountFailureText(told) }
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
  usePageTitle(say('verifyTitle'))
  const { verification_code: code } = useSearch()
  const shown = useVerification(code ?? '')
  return (
    <div className={styles['alone']}>
      <div className={styles['verdict']} aria-live="polite" aria-busy={shown.state === 'loading'}>
        {shown.state === 'loading' ? (
          <>
            <span className={styles['wait']} aria-hidden="true" />
            <h1>{say('verifyTitle')}</h1>
            <p>{say('verifying')}</p>
          </>
        ) : (
          <>
            <Sign isGood={shown.state === 'success'} />
            <h1>{say(shown.state === 'success' ? 'verifyGood' : 'verifyBad')}</h1>
            <p>{shown.message}</p>
          </>
        )}
      </div>
      {shown.state === 'success' && (
        <ButtonLink to="/auth/login" kind="primary">
          {say('loginLink')}
        </ButtonLink>
      )}
      {shown.state === 'failure' && (
        <>
          <ButtonLink to="/" kind="primary">
            {say('backHome')}
          </ButtonLink>
          <p>
            <Link to="/auth/email-verification-token-request">{say('verifyAgain')}</Link>
          </p>
        </>
      )}
    </div>
  )
}

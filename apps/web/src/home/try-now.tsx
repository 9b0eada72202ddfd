/**
 * The home page's one thing to do: in simulation mode one click signs in as a demo trader, in live mode
 * it leads to registration; who is signed in goes to the exchange.
 */
import { homeMessages, landingMessages } from '@tukar/i18n'
import { useNavigate } from '../router/state.ts'
import { useState } from 'react'
import { failureText } from '../api/failure-text.ts'
import { useSession } from '../api/session.ts'
import { isSimulation } from '../app/client-config.ts'
import { sayer } from '../app/translate.ts'
import { exchangePlace } from '../markets/market.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './home-page.module.css'

const say = sayer(homeMessages)
const sayLanding = sayer(landingMessages)

/** The buttons under the hero's text. */
export function TryNow({ label = say('tryNow') }: { readonly label?: string }) {
  const session = useSession()
  const canTry = session === null && isSimulation
  return (
    <div className={styles['try']}>
      <div className={styles['tryButtons']}>
        <TryAction label={label} />
        {canTry ? (
          <ButtonLink to="/auth/register" kind="secondary" size="large">
            {sayLanding('createAccount')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/markets" kind="secondary" size="large">
            {sayLanding('seeMarkets')}
          </ButtonLink>
        )}
      </div>
      {canTry && <p className={styles['tryNote']}>{sayLanding('tryNote')}</p>}
    </div>
  )
}

/** The main one of these buttons; each place gives it a name of its own. */
export function TryAction({ label }: { readonly label: string }) {
  const session = useSession()
  if (session !== null) {
    return (
      <ButtonLink {...exchangePlace} kind="primary" size="large">
        {sayLanding('openExchange')}
      </ButtonLink>
    )
  }
  if (isSimulation) return <TryButton label={label} />
  return (
    <ButtonLink to="/auth/register" kind="primary" size="large">
      {sayLanding('createAccount')}
    </ButtonLink>
  )
}

function TryButton({ label }: { readonly label: string }) {
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const enter = async () => {
    setBusy(true)
    const { enterAsDemo } = await import('../accounts/demo/demo.ts')
    const failure = await enterAsDemo(null)
    if (failure === null) await navigate(exchangePlace)
    else toast('bad', failureText(failure))
    setBusy(false)
  }
  return (
    <Button
      kind="primary"
      size="large"
      isBusy={isBusy}
      onClick={() => {
        enter().catch(() => setBusy(false))
      }}
    >
      {isBusy ? say('tryNowBusy') : label}
    </Button>
  )
}

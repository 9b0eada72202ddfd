/**
 * The main action of the home page. In simulation mode one click signs in as a demo trader. In live mode it
 * opens registration. Signed-in users go to the exchange.
 */
import { homeMessages, landingMessages } from '@tukar/i18n'
import { useNavigate } from '../router/state.ts'
import { useState } from 'react'
import { failureText } from '../api/failure-text.ts'
import { useSession } from '../api/session.ts'
import { isSimulation } from '../app/client-config.ts'
import { pageTranslator } from '../app/translate.ts'
import { tradingRoute } from '../markets/market.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './home-page.module.css'

const t = pageTranslator(homeMessages)
const tLanding = pageTranslator(landingMessages)

/** The buttons below the hero's text. */
export function TryNow({ label = t('tryNow') }: { readonly label?: string }) {
  const session = useSession()
  const canTry = session === null && isSimulation
  return (
    <div className={styles['try']}>
      <div className={styles['tryButtons']}>
        <TryAction label={label} />
        {canTry ? (
          <ButtonLink to="/auth/register" kind="secondary" size="large">
            {tLanding('createAccount')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/markets" kind="secondary" size="large">
            {tLanding('seeMarkets')}
          </ButtonLink>
        )}
      </div>
      {canTry && <p className={styles['tryNote']}>{tLanding('tryNote')}</p>}
    </div>
  )
}

/** The main button; each page gives it another label. */
export function TryAction({ label }: { readonly label: string }) {
  const session = useSession()
  if (session !== null) {
    return (
      <ButtonLink {...tradingRoute} kind="primary" size="large">
        {tLanding('openExchange')}
      </ButtonLink>
    )
  }
  if (isSimulation) return <TryButton label={label} />
  return (
    <ButtonLink to="/auth/register" kind="primary" size="large">
      {tLanding('createAccount')}
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
    if (failure === null) await navigate(tradingRoute)
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
      {isBusy ? t('tryNowBusy') : label}
    </Button>
  )
}

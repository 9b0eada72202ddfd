/** Canceling by the link in the mail about a withdrawal: for everybody who has the link (ATT-92). */
import { rupiahMessages } from '@tukar/i18n'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusy } from '../accounts/use-busy.ts'
import { failureText } from '../api/failure-text.ts'
import { sayer } from '../app/say.ts'
import { usePageTitle } from '../app/title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Banner } from '../ui/feedback.tsx'
import { cancelByLink } from './rupiah-calls.ts'
import styles from './rupiah.module.css'

const say = sayer(rupiahMessages)

/** `/settings/wallets/idr_withdraw/cancel?token=` */
export function CancelPage() {
  usePageTitle(say('cancelTitle'))
  const search: { readonly token?: unknown } = useSearch({ strict: false })
  const token = typeof search.token === 'string' ? search.token : ''
  const [told, setTold] = useState<{ readonly failure: string | null } | null>(null)
  const { isBusy, run } = useBusy()
  // Nothing happens by opening the link alone: mail programs open links to look at them.
  const cancel = () =>
    run(async () => {
      const failure = await cancelByLink(token)
      setTold({ failure: failure === null ? null : failureText(failure) })
    })
  return (
    <div className={styles['alone']}>
      <section className={styles['card']}>
        <header className={styles['reviewHead']}>
          <h1>{say('cancelTitle')}</h1>
          <p>{say('cancelPageText')}</p>
        </header>
        {token === '' ? (
          <Banner tone="bad">{say('cancelPageNoToken')}</Banner>
        ) : told?.failure === null ? (
          <Banner tone="good" isSpoken>
            <strong>{say('cancelPageDone')}</strong>
            <p>{say('cancelPageDoneText')}</p>
          </Banner>
        ) : (
          <>
            <p>{say('cancelPageAsk')}</p>
            {told !== null && (
              <Banner tone="bad" isSpoken>
                <strong>{say('cancelPageFailed')}</strong>
                <p>{told.failure}</p>
              </Banner>
            )}
            <Button kind="danger" size="large" isWide isBusy={isBusy} onClick={cancel}>
              {say(isBusy ? 'cancelPageBusy' : 'cancelPageDo')}
            </Button>
          </>
        )}
        <div className={styles['actions']}>
          <ButtonLink to="/settings/wallets/idr_withdraw">{say('withdrawsTitle')}</ButtonLink>
          <ButtonLink to="/auth/forgot-password">{say('changePassword')}</ButtonLink>
        </div>
      </section>
    </div>
  )
}

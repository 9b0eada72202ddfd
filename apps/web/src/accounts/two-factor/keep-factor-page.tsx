/** Keeping a second factor by the link of the mail that says that operators will take it off (DEC-37). */
import { suspensionMessages } from '@tukar/i18n'
import { useSearch } from '../../router/state.ts'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { routes } from '@tukar/wire'
import { call } from '../../api/call.ts'
import type { Failure } from '../../api/request.ts'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { AuthPage } from '../sign-in/auth-page.tsx'
import { NewPasswordWay } from '../password/new-password-way.tsx'
import { useBusy } from '../use-busy.ts'

const say = sayer(suspensionMessages)

/** `/auth/keep-factor?token=` */
export function KeepFactorPage() {
  const { token = '' } = useSearch()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isKept, setKept] = useState(false)
  const { isBusy, run } = useBusy()
  // Nothing happens by opening the link alone: mail programs open links to look at them.
  const keep = () =>
    run(async () => {
      const told = await call(routes.keepFactor, { input: { token } })
      setKept(told.ok)
      setFailure(told.ok ? null : told)
    })
  return (
    <AuthPage title={say('keepTitle')} text={say('keepText')} foot={<NewPasswordWay />}>
      {token === '' && <Banner tone="bad">{say('keepNoToken')}</Banner>}
      {failure !== null && (
        <Banner tone="bad" isSpoken>
          <strong>{say('keepFailed')}</strong>
          <p>{failureText(failure)}</p>
        </Banner>
      )}
      {isKept ? (
        <Banner tone="good" isSpoken>
          {say('kept')}
        </Banner>
      ) : (
        token !== '' && (
          <Button kind="primary" size="large" isWide isBusy={isBusy} onClick={keep}>
            {say('keep')}
          </Button>
        )
      )}
    </AuthPage>
  )
}

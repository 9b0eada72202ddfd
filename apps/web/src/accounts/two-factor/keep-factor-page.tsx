/** Keeps a second factor by the link of the e-mail that announces its removal by operators (DEC-37). */
import { suspensionMessages } from '@tukar/i18n'
import { useSearch } from '../../router/state.ts'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { routes } from '@tukar/wire'
import { call } from '../../api/call.ts'
import type { Failure } from '../../api/request.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { AuthPage } from '../sign-in/auth-page.tsx'
import { NewPasswordLink } from '../password/new-password-link.tsx'
import { useBusy } from '../use-busy.ts'

const t = pageTranslator(suspensionMessages)

/** `/auth/keep-factor?token=` */
export function KeepFactorPage() {
  const { token = '' } = useSearch()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isKept, setKept] = useState(false)
  const { isBusy, run } = useBusy()
  // Opening the link changes nothing, because e-mail programs open links to scan them.
  const keep = () =>
    run(async () => {
      const outcome = await call(routes.keepFactor, { input: { token } })
      setKept(outcome.ok)
      setFailure(outcome.ok ? null : outcome)
    })
  return (
    <AuthPage title={t('keepTitle')} text={t('keepText')} foot={<NewPasswordLink />}>
      {token === '' && <Banner tone="bad">{t('keepNoToken')}</Banner>}
      {failure !== null && (
        <Banner tone="bad" isSpoken>
          <strong>{t('keepFailed')}</strong>
          <p>{failureText(failure)}</p>
        </Banner>
      )}
      {isKept ? (
        <Banner tone="good" isSpoken>
          {t('kept')}
        </Banner>
      ) : (
        token !== '' && (
          <Button kind="primary" size="large" isWide isBusy={isBusy} onClick={keep}>
            {t('keep')}
          </Button>
        )
      )}
    </AuthPage>
  )
}

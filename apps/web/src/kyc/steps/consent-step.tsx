/**
 * The consent (KYC-09 to KYC-12): the regulation that requires it, the regulator's list of registered
 * traders, and a checkbox.
 */
import { kycMessages } from '@tukar/i18n'
import { useState } from 'react'
import { useAlert } from '../../accounts/use-alert.ts'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { clientConfig } from '../../app/client-config.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { giveConsent, isOutOfOrder } from '../kyc-calls.ts'
import { KycActions, KycFrame } from '../kyc-frame.tsx'
import styles from '../kyc.module.css'
import type { StepProps } from './nationality-step.tsx'
import type { Variant } from './steps.ts'

const t = pageTranslator(kycMessages)

/** `/kyc/{id,global}/satu` */
export function ConsentStep({ variant, onMoved }: StepProps & { readonly variant: Variant }) {
  const [isAgreed, setAgreed] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const submit = async () => {
    alert.clear()
    if (!isAgreed) return setError(t('consentNeeded'))
    const failure = await giveConsent(variant)
    if (failure !== null) {
      alert.show('bad', failureText(failure))
      // The choice stays unless the server is at another step.
      if (!isOutOfOrder(failure)) return undefined
    }
    return onMoved()
  }
  return (
    <KycFrame at={1} variant={variant} title={t('consentTitle')} text={t('consentText')}>
      <form noValidate onSubmit={(event) => onSubmit(event, submit)} className={styles['form']}>
        <div className={styles['card']}>
          <p>{t(clientConfig.kycRule === 'pojk-27-2024' ? 'consentRuleNew' : 'consentRule')}</p>
          <p>
            {t('consentListText')}{' '}
            <a
              className={styles['link']}
              href={clientConfig.kycTradersUrl}
              target="_blank"
              rel="noreferrer"
            >
              {t('consentList')}
            </a>
          </p>
          <p>{t('consentUse')}</p>
          <details className={styles['more']}>
            <summary>{t('consentMoreTitle')}</summary>
            <ul>
              <li>{t('consentMore1')}</li>
              <li>{t('consentMore2')}</li>
              <li>{t('consentMore3')}</li>
            </ul>
          </details>
        </div>
        <Checkbox
          name="agree"
          checked={isAgreed}
          error={error}
          onChange={(event) => {
            setAgreed(event.target.checked)
            setError(null)
          }}
        >
          {t('consentAgree')}
        </Checkbox>
        <Link to="/kyc/nationality" hash="change" className={styles['aside'] ?? ''}>
          {t('changeNationality')}
        </Link>
        <KycActions>
          <Button type="submit" kind="primary" size="large" isWide isBusy={isBusy}>
            {t('start')}
          </Button>
        </KycActions>
      </form>
    </KycFrame>
  )
}

/** The result of the check (KYC-34, KYC-35): approved, under review, or rejected with the steps to repeat. */
import { kycMessages } from '@tukar/i18n'
import { useProfile } from '../../accounts/settings/profile.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button, ButtonLink, type ButtonKind } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KycActions, KycFrame } from '../kyc-frame.tsx'
import styles from '../kyc.module.css'
import { Refusal } from '../refusal.tsx'
import type { StepProps } from './nationality-step.tsx'
import type { Variant } from './steps.ts'

const t = pageTranslator(kycMessages)

/** The index after the last step. */
const allDone = 5

/** `/kyc/{id,global}/empat` */
export function FinalStep({ status, variant, onMoved }: StepProps & { readonly variant: Variant }) {
  const { state } = status
  const isApproved = state === 'approved'
  return (
    <KycFrame at={isApproved ? allDone : 4} variant={variant} title={t('finalTitle')}>
      {isApproved ? (
        <Approved />
      ) : state === 'rejected' ? (
        <>
          <Refusal status={status} />
          <KycActions>
            <Button kind="primary" size="large" isWide onClick={onMoved}>
              {t('correct')}
            </Button>
          </KycActions>
        </>
      ) : (
        <>
          <div className={styles['final']} role="status">
            <Icon name="clock" size={32} />
            <strong>{t('waitingTitle')}</strong>
            <p>{t(state === 'in_review' ? 'reviewText' : 'waitingText')}</p>
          </div>
          <KycActions>
            <MarketLink kind="secondary" />
            <ButtonLink to="/" size="large" isWide>
              {t('toHome')}
            </ButtonLink>
          </KycActions>
        </>
      )}
    </KycFrame>
  )
}

/** Approved; deposits and withdrawals still require the agreement (AGR-01). */
function Approved() {
  const profile = useProfile()
  const isAgreementLeft = profile !== null && !profile.hasAgreed
  return (
    <>
      <div className={styles['final']} data-tone="good" role="status">
        <Icon name="check" size={32} />
        <strong>{t('approvedTitle')}</strong>
        <p>{profile === null ? '\u00a0' : t(isAgreementLeft ? 'agreementLeft' : 'approvedText')}</p>
      </div>
      <KycActions>
        {isAgreementLeft && (
          <ButtonLink to="/settings/agreement-sign" kind="primary" size="large" isWide>
            {t('toAgreement')}
          </ButtonLink>
        )}
        <MarketLink kind={isAgreementLeft ? 'secondary' : 'primary'} />
      </KycActions>
    </>
  )
}

function MarketLink({ kind }: { readonly kind: ButtonKind }) {
  return (
    <ButtonLink
      to="/markets/$marketId/$pair"
      params={{ marketId: '1', pair: 'BTC_IDR' }}
      kind={kind}
      size="large"
      isWide
    >
      {t('toMarket')}
    </ButtonLink>
  )
}

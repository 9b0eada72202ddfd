/**
 * Withdrawals of rupiah: the saved bank account, the amount with its fees, a review before anything is sent,
 * and the list with steps.
 */
import { formatDateTime, rupiahMessages } from '@tukar/i18n'
import { useState } from 'react'
import { useProfile } from '../../accounts/settings/profile.ts'
import { findMissingByProfile } from '../../agreement/verification-status.ts'
import { pageTranslator } from '../../app/translate.ts'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { Banner, Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { remainingToday, type RupiahRules, shownRupiah } from './rupiah.ts'
import { GatewayNotice, RulesFailed, RupiahPage } from './rupiah-page.tsx'
import styles from './rupiah.module.css'
import { AcceptedBanner } from '../accepted-banner.tsx'
import { useRules, useRupiahUpdates } from './use-rupiah.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawList } from './withdraw-list.tsx'

const t = pageTranslator(rupiahMessages)

/** `/settings/wallets/idr_withdraw` */
export function WithdrawPage() {
  useRupiahUpdates()
  const rules = useRules()
  const [isDone, setDone] = useState(false)
  return (
    <RupiahPage title={t('withdrawTitle')} text={t('withdrawText')}>
      <GatewayNotice rules={rules.value} />
      <HoldNotice rules={rules.value} />
      {isDone && <AcceptedBanner title={t('withdrawn')} text={t('withdrawnText')} />}
      <div className={styles['columns']}>
        {/* Input and unresolved requests are kept if the rules failed to load. */}
        <div className={styles['panels']}>
          {rules.isFailed && <RulesFailed onRetry={rules.retry} />}
          <PartBoundary>
            <WithdrawForm rules={rules.value} onDone={setDone} />
          </PartBoundary>
        </div>
        <Before rules={rules.value} isFailed={rules.isFailed} />
      </div>
      <PartBoundary>
        <WithdrawList />
      </PartBoundary>
    </RupiahPage>
  )
}

const holdCauses: Readonly<Record<string, string>> = {
  password_changed: t('holdPassword'),
  factor_changed: t('holdFactor'),
  bank_changed: t('holdBank'),
  bank_unlocked: t('holdUnlocked'),
  new_device: t('holdDevice'),
}

/** Why and until when withdrawals wait, shown before the user types anything (SRV-82). */
function HoldNotice({ rules }: { readonly rules: RupiahRules | undefined }) {
  const hold = rules?.withdrawal.hold ?? null
  const missing = findMissingByProfile(useProfile())
  if (hold === null) return null
  return (
    <Banner tone="warn" icon="shield">
      <strong>
        {t('holdTitle', { time: formatDateTime(hold.untilMs) })}{' '}
        {holdCauses[hold.cause] ?? t('holdOther')}
      </strong>
      <p>{t(missing === null ? 'holdText' : 'holdTextLater')}</p>
    </Banner>
  )
}

type BeforeProps = {
  readonly rules: RupiahRules | undefined
  /** Whether loading failed: the page shows it, with a retry button. */
  readonly isFailed: boolean
}

function Before({ rules, isFailed }: BeforeProps) {
  const withdrawal = rules?.withdrawal
  return (
    <section className={styles['before']} aria-labelledby="before-title">
      <h2 id="before-title">
        <Icon name="info" size={18} />
        {t('beforeTitle')}
      </h2>
      <ul>
        <li>{t('beforeBank')}</li>
        <li>{t(rules?.hasTwoFactor === true ? 'beforeFactor' : 'beforeCode')}</li>
        <li>{t('beforeTime')}</li>
        <li>{t('beforeCancel')}</li>
      </ul>
      <h2>{t('limitsTitle')}</h2>
      {withdrawal === undefined && isFailed && <p>{t('limitsFailed')}</p>}
      {withdrawal === undefined && !isFailed && <Skeleton width="100%" height={112} />}
      {withdrawal !== undefined && (
        <>
          <dl>
            <div>
              <dt>{t('limitOnce')}</dt>
              <dd>
                {t('limitRange', {
                  least: shownRupiah(withdrawal.minimum),
                  most: shownRupiah(withdrawal.maximum),
                })}
              </dd>
            </div>
            <div>
              <dt>{t('limitToday')}</dt>
              <dd>
                {t('limitTodayOf', {
                  left: shownRupiah(remainingToday(withdrawal)),
                  most: shownRupiah(withdrawal.dailyLimit),
                })}
              </dd>
            </div>
          </dl>
          <p>{t('reviewFrom', { amount: shownRupiah(withdrawal.reviewFrom) })}</p>
        </>
      )}
    </section>
  )
}

/**
 * Withdrawing rupiah: the saved bank account, the amount with its fees and what arrives, a page to
 * check it all before anything is sent, and the withdrawals with their steps.
 */
import { formatDateTime, rupiahMessages } from '@tukar/i18n'
import { useState } from 'react'
import { useProfile } from '../accounts/settings/profile.ts'
import { missingBy } from '../agreement/standing.ts'
import { sayer } from '../app/translate.ts'
import { PartBoundary } from '../foreign/part-boundary.tsx'
import { Banner, Skeleton } from '../ui/feedback.tsx'
import { Icon } from '../ui/icon.tsx'
import { leftToday, type RupiahRules, shownRupiah } from './rupiah.ts'
import { GatewayNotice, RulesFailed, RupiahPage } from './rupiah-page.tsx'
import styles from './rupiah.module.css'
import { TakenBanner } from './taken-banner.tsx'
import { useRules, useRupiahNews } from './use-rupiah.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawList } from './withdraw-list.tsx'

const say = sayer(rupiahMessages)

/** `/settings/wallets/idr_withdraw` */
export function WithdrawPage() {
  useRupiahNews()
  const rules = useRules()
  const [isDone, setDone] = useState(false)
  return (
    <RupiahPage title={say('withdrawTitle')} text={say('withdrawText')}>
      <GatewayNotice rules={rules.value} />
      <HoldNotice rules={rules.value} />
      {isDone && <TakenBanner title={say('withdrawn')} text={say('withdrawnText')} />}
      <div className={styles['columns']}>
        {/* What was filled in, or has no outcome yet, outlives rules that could not be had. */}
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
  password_changed: say('holdPassword'),
  factor_changed: say('holdFactor'),
  bank_changed: say('holdBank'),
  bank_unlocked: say('holdUnlocked'),
  new_device: say('holdDevice'),
}

/** What makes withdrawals wait and until when, before anything is filled in (SRV-82). */
function HoldNotice({ rules }: { readonly rules: RupiahRules | undefined }) {
  const hold = rules?.withdrawal.hold ?? null
  const missing = missingBy(useProfile())
  if (hold === null) return null
  return (
    <Banner tone="warn" icon="shield">
      <strong>
        {say('holdTitle', { time: formatDateTime(hold.untilMs) })}{' '}
        {holdCauses[hold.cause] ?? say('holdOther')}
      </strong>
      <p>{say(missing === null ? 'holdText' : 'holdTextLater')}</p>
    </Banner>
  )
}

type BeforeProps = {
  readonly rules: RupiahRules | undefined
  /** Whether they could not be had: the page says so, and asks again on request. */
  readonly isFailed: boolean
}

function Before({ rules, isFailed }: BeforeProps) {
  const withdrawal = rules?.withdrawal
  return (
    <section className={styles['before']} aria-labelledby="before-title">
      <h2 id="before-title">
        <Icon name="info" size={18} />
        {say('beforeTitle')}
      </h2>
      <ul>
        <li>{say('beforeBank')}</li>
        <li>{say(rules?.hasTwoFactor === true ? 'beforeFactor' : 'beforeCode')}</li>
        <li>{say('beforeTime')}</li>
        <li>{say('beforeCancel')}</li>
      </ul>
      <h2>{say('limitsTitle')}</h2>
      {withdrawal === undefined && isFailed && <p>{say('limitsFailed')}</p>}
      {withdrawal === undefined && !isFailed && <Skeleton width="100%" height={112} />}
      {withdrawal !== undefined && (
        <>
          <dl>
            <div>
              <dt>{say('limitOnce')}</dt>
              <dd>
                {say('limitRange', {
                  least: shownRupiah(withdrawal.least),
                  most: shownRupiah(withdrawal.most),
                })}
              </dd>
            </div>
            <div>
              <dt>{say('limitToday')}</dt>
              <dd>
                {say('limitTodayOf', {
                  left: shownRupiah(leftToday(withdrawal)),
                  most: shownRupiah(withdrawal.dailyLimit),
                })}
              </dd>
            </div>
          </dl>
          <p>{say('reviewFrom', { amount: shownRupiah(withdrawal.reviewFrom) })}</p>
        </>
      )}
    </section>
  )
}

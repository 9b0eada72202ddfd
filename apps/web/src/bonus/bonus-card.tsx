/** The monthly bonus (DEC-128): its period, the filled and required orders, and its amount. */
import { bonusMessages, formatAmount } from '@tukar/i18n'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../app/queries.ts'
import { pageTranslator } from '../app/translate.ts'
import { onFeedEvent } from '../feed/store.ts'
import { userKey } from '../trade/orders/my-orders.ts'
import { ErrorState, Skeleton, VisuallyHidden } from '../ui/feedback.tsx'
import { loadBonus } from './bonus-calls.ts'
import styles from './bonus-card.module.css'
import { dayInJakarta } from './period.ts'
import type { Bonus, LastMonth } from './wire.ts'

const t = pageTranslator(bonusMessages)
const bonusKey = [...userKey, 'bonus'] as const
const rupiahDecimals = 2

/** The card; it reloads when one of the user's orders changes. */
export function BonusCard() {
  const { data, isError, refetch } = useQuery({ queryKey: bonusKey, queryFn: loadBonus })
  useEffect(
    () =>
      onFeedEvent((event) => {
        if (event.kind !== 'ownOrder') return
        queryClient.invalidateQueries({ queryKey: bonusKey }).catch(() => undefined)
      }),
    [],
  )
  return (
    <section className={styles['card']} aria-label={t('title')}>
      {data !== undefined ? (
        <Figures bonus={data} />
      ) : isError ? (
        <ErrorState
          title={t('failed')}
          text={t('failedText')}
          onRetry={() => {
            refetch().catch(() => undefined)
          }}
        />
      ) : (
        <Waiting />
      )}
    </section>
  )
}

function Figures({ bonus }: { readonly bonus: Bonus }) {
  const { startMs, endMs, target, count, amount } = bonus
  const counted = t('counted', { count, target })
  const period = { start: dayInJakarta(startMs), end: dayInJakarta(endMs - 1) }
  return (
    <>
      <Ring count={count} target={target} label={counted} />
      <div className={styles['text']}>
        <h2>{t('title')}</h2>
        <p className={styles['period']}>{t('period', period)}</p>
        <p className={styles['counted']}>{counted}</p>
        <p>{progressText(bonus)}</p>
        <p>{amount === null ? t('noAmount') : t('amount', { amount: rupiah(amount) })}</p>
        {bonus.last !== null && <p>{lastText(bonus.last)}</p>}
        <details>
          <summary>{t('ruleTitle')}</summary>
          <p>{t('rule')}</p>
        </details>
      </div>
    </>
  )
}

function rupiah(amount: string): string {
  return `Rp ${formatAmount(amount, rupiahDecimals)}`
}

function progressText({ target, count, counted, amount }: Bonus): string {
  if (count < target) return t('left', { count: target - count })
  if (counted < target) return t('someCount', { counted })
  return amount === null ? t('reached') : `${t('reached')} ${t('reachedNext')}`
}

const exclusions: Readonly<Record<string, (month: string) => string>> = {
  not_verified: (month) => t('lastNotVerified', { month }),
  same_identity: (month) => t('lastSameIdentity', { month }),
  same_people: (month) => t('lastSamePeople', { month }),
}

function lastText({ month, state, reason, amount }: LastMonth): string {
  if (state === 'waiting') return t('lastWaiting', { month, amount: rupiah(amount) })
  if (state === 'paid') return t('lastPaid', { month, amount: rupiah(amount) })
  return exclusions[reason]?.(month) ?? t('lastOperator', { month })
}

/** A circle of 100 parts, filled from the top. */
function Ring({
  count,
  target,
  label,
}: {
  readonly count: number
  readonly target: number
  readonly label: string
}) {
  const done = Math.min(count, target)
  return (
    <div
      className={styles['ring']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={target}
      aria-valuenow={done}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15.9155" />
        {done > 0 && (
          <circle
            cx="18"
            cy="18"
            r="15.9155"
            data-done="true"
            strokeDasharray={`${(100 * done) / target} 100`}
          />
        )}
      </svg>
      <span aria-hidden="true">{count}</span>
    </div>
  )
}

function Waiting() {
  return (
    <>
      <VisuallyHidden as="p">{t('loading')}</VisuallyHidden>
      <Skeleton width={72} height={72} />
      <div className={styles['text']} aria-busy="true">
        <Skeleton width={140} height={20} />
        <Skeleton width={220} height={14} />
        <Skeleton width={180} height={14} />
      </div>
    </>
  )
}

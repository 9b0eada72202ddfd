/** The holds of an amount in process: each order, and the rest. */
import { formatAmount, tradeMessages } from '@tukar/i18n'
import { useQuery } from '@tanstack/react-query'
import { pageTranslator } from '../../app/translate.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { pairText } from '../../markets/market.ts'
import { groupedAmount } from '../../ui/amount-model.ts'
import { userKey } from './my-orders.ts'
import styles from './own-lists.module.css'
import { type Hold, loadHolds } from './holds-list.ts'
import type { Balance } from '../wire.ts'

const t = pageTranslator(tradeMessages)

/** Orders and withdrawals, with their sum. */
export function HoldsTable({ balance }: { readonly balance: Balance }) {
  const { symbol, held, decimals } = balance
  const { data, isError, refetch } = useQuery({
    queryKey: [...userKey, 'holds', symbol, held],
    queryFn: () => loadHolds(balance),
    staleTime: 0,
  })
  if (isError) {
    return (
      <ErrorState
        title={t('openFailed')}
        text={t('balancesSafe')}
        onRetry={() => {
          refetch().catch(() => undefined)
        }}
      />
    )
  }
  if (data === undefined) return <Skeleton width="100%" height={80} />
  if (data.length === 0) return <EmptyState>{t('holdsNothing')}</EmptyState>
  return (
    <ul className={styles['holds']}>
      {data.map((hold) => (
        <li key={hold.key}>
          <span>{holdName(hold)}</span>
          <b>
            {formatAmount(hold.amount, decimals)} {symbol}
          </b>
        </li>
      ))}
      <li>
        <span>{t('holdsSum')}</span>
        <b>
          {formatAmount(held, decimals)} {symbol}
        </b>
      </li>
    </ul>
  )
}

function holdName({ order, withdrawalId }: Hold): string {
  if (withdrawalId !== null) return t('holdsWithdrawal', { id: withdrawalId })
  if (order === null) return t('holdsOther')
  const { side, pair, price } = order
  return t('holdsOrderPair', {
    side: t(side),
    pair: pairText(pair),
    price: groupedAmount(price),
  })
}

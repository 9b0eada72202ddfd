/**
 * The tab "Order History": the user's closed orders, each with its fills, charges and taxes (HIST-04,
 * HIST-06, HIST-11).
 */
import { formatDateTime, orderMessages, tradeMessages } from '@tukar/i18n'
import { Fragment, useState } from 'react'
import { MoreRows } from '../../app/more-rows.tsx'
import type { PagedList } from '../../app/paged-list.ts'
import { pageTranslator } from '../../app/translate.ts'
import { classes } from '../../ui/classes.ts'
import {
  Badge,
  type BadgeTone,
  EmptyState,
  ErrorState,
  Skeleton,
  VisuallyHidden,
} from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { TradeMarket } from '../market/market.ts'
import { OrderFills } from './order-fills.tsx'
import { closedStatus, isKnownStatus, type OrderStatus } from './order-status.ts'
import { useClosedOrders } from './my-orders.ts'
import { MyOrderExports } from './my-order-exports.tsx'
import styles from './own-lists.module.css'
import { SideLabel } from './side-label.tsx'
import { amountWithUnit, priceText, quantityText } from '../texts.ts'
import type { MyOrder } from '../wire.ts'

const t = pageTranslator(tradeMessages)
const tOrder = pageTranslator(orderMessages)
const columns = 7
const skeletonRows = 4

/** The list of closed orders, with file downloads. */
export function OrderHistory({ market }: { readonly market: TradeMarket }) {
  const closed = useClosedOrders(market)
  // Downloads are outside the states of the list: their outcome outlives them, and they cover all markets.
  return (
    <>
      <MyOrderExports />
      <ClosedList market={market} closed={closed} />
    </>
  )
}

function ClosedList(props: { readonly market: TradeMarket; readonly closed: PagedList<MyOrder> }) {
  const { market, closed } = props
  const { rows: orders, state, retry } = closed
  const [openId, setOpenId] = useState<string | null>(null)
  if (state === 'error') {
    return <ErrorState title={t('historyFailed')} text={t('balancesSafe')} onRetry={retry} />
  }
  if (state === 'ready' && orders.length === 0) {
    return <EmptyState icon="receipt">{t('noHistory')}</EmptyState>
  }
  return (
    <div className={classes(styles['table'], styles['timed'])}>
      <table className={styles['history']} aria-busy={state === 'loading'}>
        <VisuallyHidden as="caption">
          {t('historyCaption', { pair: market.pairText })}
        </VisuallyHidden>
        <thead>
          <Head market={market} />
        </thead>
        <tbody>
          {state === 'loading' && <Bones />}
          {orders.map((order) => (
            <Fragment key={order.id}>
              <Row
                market={market}
                order={order}
                isOpen={order.id === openId}
                onToggle={() => setOpenId(order.id === openId ? null : order.id)}
              />
              {order.id === openId && (
                <tr className={styles['detail']}>
                  <td colSpan={columns} id={`fills-${order.id}`}>
                    <OrderFills market={market} order={order} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      <MoreRows list={closed} label={t('loadMore')} failed={tOrder('moreFailed')} />
    </div>
  )
}

function Head({ market }: { readonly market: TradeMarket }) {
  return (
    <tr>
      <th scope="col" data-wide="true">
        {t('time')}
      </th>
      <th scope="col">{t('side')}</th>
      <th scope="col" data-end="true">
        {t('price')} ({market.quote.symbol})
      </th>
      <th scope="col" data-end="true" data-wide="true">
        {t('amount')} ({market.base.symbol})
      </th>
      <th scope="col" data-end="true">
        {t('filled')} ({market.base.symbol})
      </th>
      <th scope="col" data-end="true" data-wide="true">
        {t('received')}
      </th>
      <th scope="col" data-end="true">
        {t('status')}
      </th>
    </tr>
  )
}

function Bones() {
  return Array.from({ length: skeletonRows }, (_, index) => (
    <tr key={index}>
      <td colSpan={columns}>
        <Skeleton width="100%" height={12} />
      </td>
    </tr>
  ))
}

function Row({
  market,
  order,
  isOpen,
  onToggle,
}: {
  readonly market: TradeMarket
  readonly order: MyOrder
  readonly isOpen: boolean
  readonly onToggle: () => void
}) {
  const asset = order.side === 'buy' ? market.base : market.quote
  const filled = order.quantity - order.remaining
  return (
    <tr className={styles['closed']} onClick={onToggle}>
      <td data-wide="true" className={styles['quiet']}>
        {formatDateTime(order.updatedAt)}
      </td>
      <td>
        <SideLabel side={order.side} />
      </td>
      <td data-end="true">{priceText(market, order.price)}</td>
      <td data-end="true" data-wide="true">
        {quantityText(market, order.quantity)}
      </td>
      <td data-end="true">{quantityText(market, filled)}</td>
      <td data-end="true" data-wide="true">
        {amountWithUnit(asset, order.received)}
      </td>
      <td data-end="true">
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-controls={`fills-${order.id}`}
          aria-label={t(isOpen ? 'hideFills' : 'showFills', { id: order.id })}
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <StatusBadge status={closedStatus(order.status, order.matchedCount)} />
          <Icon name="chevron-down" size={14} />
        </button>
      </td>
    </tr>
  )
}

const statusTones: Readonly<Record<OrderStatus, BadgeTone>> = {
  open: 'accent',
  close: 'up',
  partial: 'warn',
  cancel: 'neutral',
}

function StatusBadge({ status }: { readonly status: string }) {
  if (!isKnownStatus(status)) return <Badge>{status}</Badge>
  const words = {
    open: t('statusOpen'),
    close: t('statusClose'),
    partial: t('statusPartial'),
    cancel: t('statusCancel'),
  }
  return <Badge tone={statusTones[status]}>{words[status]}</Badge>
}

/** The tab "Order": own open orders, each with its cancel button (HIST-03, HIST-07, DEC-82). */
import { formatDateTime, tradeMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../app/say.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState, ErrorState } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.tsx'
import type { TradeMarket } from './market.ts'
import { refreshOpenOrders, removeOpenOrder, useOpenOrders } from './own-orders.ts'
import styles from './own-lists.module.css'
import { SideWord } from './side-word.tsx'
import { cancelFailureText } from './refusal-text.ts'
import { amountText, amountWithUnit, priceText, quantityText, shortQuantity } from './texts.ts'
import { heldBy } from './holds.ts'
import { cancelAllOrders, cancelOrder } from './trade-calls.ts'
import type { OwnOrder } from './wire-reading.ts'

const say = sayer(tradeMessages)

/** How the cancelling of orders goes. */
function useCancel(market: TradeMarket) {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const change = (id: string, isPending: boolean) =>
    setPending((known) => {
      const next = new Set(known)
      if (isPending) next.add(id)
      else next.delete(id)
      return next
    })
  const cancel = async (order: OwnOrder) => {
    if (pending.has(order.id)) return
    change(order.id, true)
    const failure = await cancelOrder(order.id)
    change(order.id, false)
    if (failure === null) removeOpenOrder(market.pair, order.id)
    else toast('bad', say('cancelFailed'), cancelFailureText(failure))
    refreshOpenOrders(market.pair)
  }
  return { pending, cancel }
}

/** The list of open orders. */
export function OpenOrders({ market }: { readonly market: TradeMarket }) {
  const { orders, state, retry } = useOpenOrders(market)
  const { pending, cancel } = useCancel(market)
  if (state === 'error') {
    return <ErrorState title={say('openFailed')} text={say('ordersSafe')} onRetry={retry} />
  }
  return (
    <>
      <DataTable<OwnOrder>
        caption={say('openOrdersCaption', { pair: market.pairText })}
        columns={columnsOf(market, pending, (order) => {
          cancel(order).catch(() => undefined)
        })}
        rows={orders}
        keyOf={(order) => order.id}
        state={state}
        empty={<EmptyState icon="receipt">{say('noOpenOrders')}</EmptyState>}
        skeletonRows={3}
        rowHeightPx={34}
        className={styles['table'] ?? ''}
      />
      {orders.length > 1 && <CancelAll market={market} orders={orders} />}
    </>
  )
}

function columnsOf(
  market: TradeMarket,
  pending: ReadonlySet<string>,
  onCancel: (order: OwnOrder) => void,
): readonly Column<OwnOrder>[] {
  const filled = (order: OwnOrder) => order.quantity - order.remaining
  return [
    {
      key: 'time',
      head: say('time'),
      isWideOnly: true,
      cell: (order) => <span className={styles['quiet']}>{formatDateTime(order.createdAt)}</span>,
    },
    { key: 'side', head: say('side'), cell: (order) => <SideWord side={order.side} /> },
    {
      key: 'price',
      head: `${say('price')} (${market.quote.symbol})`,
      align: 'end',
      cell: (order) => priceText(market, order.price),
    },
    {
      key: 'amount',
      head: `${say('amount')} (${market.base.symbol})`,
      align: 'end',
      cell: (order) => quantityText(market, order.quantity),
    },
    {
      key: 'filled',
      head: say('filled'),
      align: 'end',
      isWideOnly: true,
      cell: (order) => <Filled part={filled(order)} whole={order.quantity} market={market} />,
    },
    {
      key: 'held',
      head: say('heldNow'),
      align: 'end',
      isWideOnly: true,
      cell: (order) => {
        const asset = order.side === 'buy' ? market.quote : market.base
        return `${amountText(asset, heldBy(order, market.baseScale))} ${asset.symbol}`
      },
    },
    {
      key: 'cancel',
      head: '',
      align: 'end',
      cell: (order) => {
        const isPending = pending.has(order.id)
        const amount = `${shortQuantity(market, order.quantity)} ${market.base.symbol}`
        const price = priceText(market, order.price)
        return (
          <Button
            size="small"
            kind="secondary"
            className={styles['cancel'] ?? ''}
            isBusy={isPending}
            aria-label={say('cancelOrder', { side: say(order.side), amount, price })}
            onClick={() => onCancel(order)}
          >
            {say(isPending ? 'canceling' : 'cancel')}
          </Button>
        )
      },
    },
  ]
}

/** How much of an order is filled: a figure and a bar that says the same. */
function Filled({
  part,
  whole,
  market,
}: {
  readonly part: number
  readonly whole: number
  readonly market: TradeMarket
}) {
  const percent = whole === 0 ? 0 : Math.floor((part / whole) * 100)
  return (
    <span className={styles['filled']}>
      {quantityText(market, part)}
      <small>{percent}%</small>
    </span>
  )
}

function CancelAll({
  market,
  orders,
}: {
  readonly market: TradeMarket
  readonly orders: readonly OwnOrder[]
}) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const failure = await cancelAllOrders(market.pair)
    setBusy(false)
    setAsked(false)
    if (failure !== null) toast('bad', say('cancelAllFailed'), cancelFailureText(failure))
    refreshOpenOrders(market.pair)
  }
  const heldOf = (side: OwnOrder['side']) =>
    orders
      .filter((order) => order.side === side)
      .reduce((sum, order) => sum + heldBy(order, market.baseScale), 0)
  const sums = [
    { asset: market.quote, units: heldOf('buy') },
    { asset: market.base, units: heldOf('sell') },
  ].filter(({ units }) => units > 0)
  const held = sums.map(({ asset, units }) => amountWithUnit(asset, units)).join(' + ')
  return (
    <div className={styles['foot']}>
      <Button size="small" kind="danger" onClick={() => setAsked(true)}>
        {say('cancelAll')}
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={say('cancelAllTitle', { pair: market.pairText })}
        footer={
          <>
            <Button onClick={() => setAsked(false)}>{say('keepOrders')}</Button>
            <Button
              kind="danger"
              isBusy={isBusy}
              onClick={() => {
                run().catch(() => setBusy(false))
              }}
            >
              {say('cancelAll')}
            </Button>
          </>
        }
      >
        <p>{say('cancelAllText', { count: orders.length, held })}</p>
      </Dialog>
    </div>
  )
}

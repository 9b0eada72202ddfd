/** The tab "Order": own open orders, each with its cancel button (HIST-03, HIST-07, DEC-82). */
import { formatDateTime, orderMessages, tradeMessages, unknownSign } from '@tukar/i18n'
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { sayer } from '../app/say.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState, ErrorState, VisuallyHidden } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.tsx'
import type { TradeMarket } from './market.ts'
import { refreshOpenOrders, removeOpenOrder, useOpenOrders } from './own-orders.ts'
import styles from './own-lists.module.css'
import { SideWord } from './side-word.tsx'
import { cancelFailureText } from './refusal-text.ts'
import { amountText, amountWithUnit, priceText, quantityText, shortQuantity } from './texts.ts'
import { heldBy } from './holds.ts'
import { type PendingOrder, usePendingOrders } from './ticket-pending.ts'
import { cancelAllOrders, cancelOrder } from './trade-calls.ts'
import type { OwnOrder } from './wire-reading.ts'

const say = sayer(tradeMessages)
const sayOrder = sayer(orderMessages)

/** A row: an open order, or one that is on its way. */
type Entry =
  | { readonly kind: 'open'; readonly order: OwnOrder }
  | { readonly kind: 'pending'; readonly order: PendingOrder }

/** How the canceling of orders goes. */
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
  const sent = usePendingOrders(market)
  const entries = useMemo(
    (): readonly Entry[] => [
      ...sent.map((order): Entry => ({ kind: 'pending', order })),
      ...orders.map((order): Entry => ({ kind: 'open', order })),
    ],
    [sent, orders],
  )
  const list = useRef<HTMLDivElement>(null)
  const watch = useFocusKept(list, orders)
  if (state === 'error') {
    return <ErrorState title={say('openFailed')} text={say('ordersSafe')} onRetry={retry} />
  }
  return (
    <div ref={list} onFocus={watch.onFocus} onBlur={watch.onBlur}>
      <DataTable<Entry>
        caption={say('openOrdersCaption', { pair: market.pairText })}
        columns={columnsOf(market, pending, (order) => {
          cancel(order).catch(() => undefined)
        })}
        rows={entries}
        keyOf={keyOf}
        state={state}
        empty={<EmptyState icon="receipt">{say('noOpenOrders')}</EmptyState>}
        skeletonRows={3}
        rowHeightPx={34}
        className={classes(styles['table'], styles['timed'])}
      />
      {orders.length > 1 && <CancelAll market={market} orders={orders} />}
    </div>
  )
}

/**
 * Keeps the keyboard in the list when the row that has the focus leaves it: the button that comes to
 * stand in its place takes the focus, in an empty list the tab does.
 */
function useFocusKept(list: RefObject<HTMLDivElement | null>, orders: readonly OwnOrder[]) {
  const place = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return
    const buttons = buttonsOf(list.current)
    const next = buttons[Math.min(place.current, buttons.length - 1)] ?? tabOf(list.current)
    place.current = null
    next?.focus()
  }, [list, orders])
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    const here = buttonsOf(currentTarget).findIndex((button) => button === target)
    place.current = here < 0 ? null : here
  }
  const onBlur = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.isConnected) place.current = null
  }
  return { onFocus, onBlur }
}

function buttonsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('button:not(dialog *)') ?? [])]
}

function tabOf(list: HTMLElement | null): HTMLElement | null {
  const id = list?.closest('[role="tabpanel"]')?.getAttribute('aria-labelledby')
  return typeof id === 'string' ? document.getElementById(id) : null
}

function keyOf(entry: Entry): string {
  return entry.kind === 'open' ? entry.order.id : entry.order.commandId
}

function columnsOf(
  market: TradeMarket,
  pending: ReadonlySet<string>,
  onCancel: (order: OwnOrder) => void,
): readonly Column<Entry>[] {
  /** A cell that only an order in the book has. */
  const ofOpen = (cell: (order: OwnOrder) => ReactNode) => (entry: Entry) =>
    entry.kind === 'open' ? cell(entry.order) : unknownSign
  return [
    {
      key: 'time',
      head: say('time'),
      isWideOnly: true,
      cell: ofOpen((order) => (
        <span className={styles['quiet']}>{formatDateTime(order.createdAt)}</span>
      )),
    },
    { key: 'side', head: say('side'), cell: ({ order }) => <SideWord side={order.side} /> },
    {
      key: 'price',
      head: `${say('price')} (${market.quote.symbol})`,
      align: 'end',
      cell: ({ order }) => priceText(market, order.price),
    },
    {
      key: 'amount',
      head: `${say('amount')} (${market.base.symbol})`,
      align: 'end',
      cell: (entry) =>
        entry.kind === 'open' ? (
          <Amount order={entry.order} market={market} />
        ) : (
          quantityText(market, entry.order.quantity)
        ),
    },
    {
      key: 'filled',
      head: say('filled'),
      align: 'end',
      isWideOnly: true,
      cell: ofOpen((order) => <Filled order={order} market={market} />),
    },
    {
      key: 'held',
      head: say('heldNow'),
      align: 'end',
      isWideOnly: true,
      cell: ofOpen((order) => {
        const asset = order.side === 'buy' ? market.quote : market.base
        return `${amountText(asset, heldBy(order, market.baseScale))} ${asset.symbol}`
      }),
    },
    {
      key: 'cancel',
      head: <VisuallyHidden>{say('cancel')}</VisuallyHidden>,
      align: 'end',
      cell: (entry) =>
        entry.kind === 'pending' ? (
          <Waiting isAsked={entry.order.isAsked} />
        ) : (
          <CancelButton
            market={market}
            order={entry.order}
            isPending={pending.has(entry.order.id)}
            onCancel={onCancel}
          />
        ),
    },
  ]
}

/** Stands in the place of the cancel button while nobody knows yet whether there is an order. */
function Waiting({ isAsked }: { readonly isAsked: boolean }) {
  return (
    <span role="status" className={styles['quiet']}>
      {sayOrder(isAsked ? 'pendingAsked' : 'pendingOrder')}…
    </span>
  )
}

/** The parts of a row that need the order and its market. */
type PartProps = { readonly order: OwnOrder; readonly market: TradeMarket }

/** What is filled, in base units and in whole percents; cut, so that 100 means that nothing is left. */
function filledOf({ quantity, remaining }: OwnOrder) {
  const part = quantity - remaining
  return { part, percent: quantity === 0 ? 0 : Math.floor((part / quantity) * 100) }
}

/** The amount; where there is no column for it, what is filled stands below. */
function Amount({ order, market }: PartProps) {
  const { part, percent } = filledOf(order)
  return (
    <>
      {quantityText(market, order.quantity)}
      {part > 0 && (
        <small className={styles['part']}>
          {say('filled')} {percent}%
          <br />
          {quantityText(market, part)}
        </small>
      )}
    </>
  )
}

/** How much of an order is filled: a figure and its share. */
function Filled({ order, market }: PartProps) {
  const { part, percent } = filledOf(order)
  return (
    <span className={styles['filled']}>
      {quantityText(market, part)}
      <small>{percent}%</small>
    </span>
  )
}

function CancelButton({
  order,
  market,
  isPending,
  onCancel,
}: PartProps & {
  readonly isPending: boolean
  readonly onCancel: (order: OwnOrder) => void
}) {
  const amount = `${shortQuantity(market, order.quantity)} ${market.base.symbol}`
  const price = priceText(market, order.price)
  return (
    <Button
      size="small"
      kind="secondary"
      className={styles['cancel'] ?? ''}
      isBusy={isPending}
      data-order={order.id}
      aria-label={say('cancelOrder', { side: say(order.side), amount, price })}
      onClick={() => onCancel(order)}
    >
      {say(isPending ? 'canceling' : 'cancel')}
    </Button>
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

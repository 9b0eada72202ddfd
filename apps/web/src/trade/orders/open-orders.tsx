/** The tab "Order": own open orders, each with its cancel button (HIST-03, HIST-07, DEC-82). */
import { formatDateTime, orderMessages, tradeMessages, unknownSign } from '@tukar/i18n'
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { failureText } from '../../api/failure-text.ts'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState, ErrorState, VisuallyHidden } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import type { TradeMarket } from '../market/market.ts'
import { rowsAfter, type ShownOrder, stayAfter, withoutLeft } from './left-rows.ts'
import {
  noteEnd,
  type OrderList,
  refreshOpenOrders,
  removeOpenOrder,
  useOpenOrders,
  endOf,
} from './my-orders.ts'
import styles from './own-lists.module.css'
import { SideWord } from './side-label.tsx'
import { amountText, amountWithUnit, priceText, quantityText, shortQuantity } from '../texts.ts'
import { heldBy } from './holds.ts'
import { type PendingOrder, usePendingOrders } from '../ticket/ticket-pending.ts'
import { cancelAllOrders, cancelOrder } from '../trade-calls.ts'
import type { OwnOrder } from '../wire.ts'

const say = sayer(tradeMessages)
const sayOrder = sayer(orderMessages)

/** A row: an open order, one that was open a moment ago, or one that is on its way. */
type Entry =
  | { readonly kind: 'open' | 'left'; readonly order: OwnOrder }
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
    if (failure === null) {
      noteEnd([order.id], 'canceled')
      removeOpenOrder(market.pair, order.id)
    } else toast('bad', say('cancelFailed'), failureText(failure))
    refreshOpenOrders(market.pair)
  }
  return { pending, cancel }
}

const nothingShown: readonly ShownOrder[] = []

/** The rows of the list: the open orders, and for a moment those that left it. */
function useRows({ pair }: TradeMarket, { orders, state }: OrderList): readonly ShownOrder[] {
  const [kept, keep] = useState({ pair, rows: nothingShown })
  const known = kept.pair === pair && state === 'ready' ? kept.rows : nothingShown
  const rows = rowsAfter(known, orders)
  if (rows !== kept.rows || pair !== kept.pair) keep({ pair, rows })
  const firstLeftMs = useRef<number | null>(null)
  useEffect(() => {
    if (!rows.some(({ isLeft }) => isLeft)) {
      firstLeftMs.current = null
      return undefined
    }
    const nowMs = Date.now()
    firstLeftMs.current ??= nowMs
    const leave = () => keep((last) => ({ ...last, rows: withoutLeft(last.rows) }))
    const timer = setTimeout(leave, stayAfter(firstLeftMs.current, nowMs))
    return () => clearTimeout(timer)
  }, [rows])
  return rows
}

/** The list of open orders. */
export function OpenOrders({ market }: { readonly market: TradeMarket }) {
  const list = useOpenOrders(market)
  const { orders, state, retry } = list
  const rows = useRows(market, list)
  const { pending, cancel } = useCancel(market)
  const sent = usePendingOrders(market)
  const entries = useMemo(
    (): readonly Entry[] => [
      ...sent.map((order): Entry => ({ kind: 'pending', order })),
      ...rows.map(({ order, isLeft }): Entry => ({ kind: isLeft ? 'left' : 'open', order })),
    ],
    [sent, rows],
  )
  const frame = useRef<HTMLDivElement>(null)
  const watch = useFocusKept(frame, rows)
  if (state === 'error') {
    return <ErrorState title={say('openFailed')} text={say('ordersSafe')} onRetry={retry} />
  }
  return (
    <div ref={frame} onFocus={watch.onFocus} onBlur={watch.onBlur}>
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
 * Keeps the keyboard in the list when the row that has the focus leaves it: first what stands in the place
 * of its button has the focus, so that a second press meets no other order; once the row is gone, the
 * button that comes to stand in its place takes it, in an empty list the tab does.
 */
function useFocusKept(list: RefObject<HTMLDivElement | null>, rows: readonly ShownOrder[]) {
  const place = useRef<{ readonly index: number; readonly orderId: string } | null>(null)
  useLayoutEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return
    const { index, orderId } = place.current
    const mark = list.current?.querySelector<HTMLElement>(`[data-left="${CSS.escape(orderId)}"]`)
    if (mark !== null && mark !== undefined) return mark.focus()
    const buttons = buttonsOf(list.current)
    const next = buttons[Math.min(index, buttons.length - 1)] ?? tabOf(list.current)
    place.current = null
    next?.focus()
  }, [list, rows])
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    if (target.dataset['left'] !== undefined) return
    const index = buttonsOf(currentTarget).findIndex((button) => button === target)
    place.current = index < 0 ? null : { index, orderId: target.dataset['order'] ?? '' }
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
  return entry.kind === 'pending' ? entry.order.commandId : entry.order.id
}

function columnsOf(
  market: TradeMarket,
  pending: ReadonlySet<string>,
  onCancel: (order: OwnOrder) => void,
): readonly Column<Entry>[] {
  /** A cell that only an order has which was in the book. */
  const ofOpen = (cell: (order: OwnOrder) => ReactNode) => (entry: Entry) =>
    entry.kind === 'pending' ? unknownSign : cell(entry.order)
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
        entry.kind === 'pending' ? (
          quantityText(market, entry.order.quantity)
        ) : (
          <Amount order={entry.order} market={market} />
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
      cell: (entry) => {
        if (entry.kind === 'pending') return <Waiting isAsked={entry.order.isAsked} />
        if (entry.kind === 'left') return <Left id={entry.order.id} />
        const isPending = pending.has(entry.order.id)
        return <CancelButton {...{ market, order: entry.order, isPending, onCancel }} />
      },
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

const endTexts = { canceled: 'canceledPart', filled: 'rowClosed', unknown: 'rowGone' } as const

/** Stands in the place of the cancel button once there is nothing to cancel any more. */
function Left({ id }: { readonly id: string }) {
  return (
    <span role="status" tabIndex={-1} data-left={id} className={styles['left']}>
      {sayOrder(endTexts[endOf(id) ?? 'unknown'])}
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
    if (failure === null) {
      // One that was filled meanwhile is known as that.
      const ids = orders.map(({ id }) => id).filter((id) => endOf(id) === null)
      noteEnd(ids, 'canceled')
    } else toast('bad', say('cancelAllFailed'), failureText(failure))
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

/** The tab "Order": the user's open orders, each with a cancel button (HIST-03, HIST-07, DEC-82). */
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
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState, ErrorState, VisuallyHidden } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import type { TradeMarket } from '../market/market.ts'
import { rowsAfter, type ShownOrder, stayAfter, withoutLeft } from './left-rows.ts'
import {
  recordEnd,
  type OrderList,
  refreshOpenOrders,
  removeOpenOrder,
  useOpenOrders,
  findEnd,
} from './my-orders.ts'
import styles from './own-lists.module.css'
import { SideLabel } from './side-label.tsx'
import { amountText, amountWithUnit, priceText, quantityText, shortQuantity } from '../texts.ts'
import { heldBy } from './holds.ts'
import { type PendingOrder, usePendingOrders } from '../ticket/ticket-pending.ts'
import { cancelAllOrders, cancelOrder } from '../trade-calls.ts'
import type { MyOrder } from '../wire.ts'

const t = pageTranslator(tradeMessages)
const tOrder = pageTranslator(orderMessages)

/** A row: an open order, one that just closed, or one whose placement is under way. */
type Entry =
  | { readonly kind: 'open' | 'left'; readonly order: MyOrder }
  | { readonly kind: 'pending'; readonly order: PendingOrder }

/** The state of cancellations. */
function useCancel(market: TradeMarket) {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const change = (id: string, isPending: boolean) =>
    setPending((known) => {
      const next = new Set(known)
      if (isPending) next.add(id)
      else next.delete(id)
      return next
    })
  const cancel = async (order: MyOrder) => {
    if (pending.has(order.id)) return
    change(order.id, true)
    const failure = await cancelOrder(order.id)
    change(order.id, false)
    if (failure === null) {
      recordEnd([order.id], 'canceled')
      removeOpenOrder(market.pair, order.id)
    } else toast('bad', t('cancelFailed'), failureText(failure))
    refreshOpenOrders(market.pair)
  }
  return { pending, cancel }
}

const nothingShown: readonly ShownOrder[] = []

/** The rows: open orders, and for a moment those that left the list. */
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
    return <ErrorState title={t('openFailed')} text={t('ordersSafe')} onRetry={retry} />
  }
  return (
    <div ref={frame} onFocus={watch.onFocus} onBlur={watch.onBlur}>
      <DataTable<Entry>
        caption={t('openOrdersCaption', { pair: market.pairText })}
        columns={buildColumns(market, pending, (order) => {
          cancel(order).catch(() => undefined)
        })}
        rows={entries}
        rowKey={entryKey}
        state={state}
        empty={<EmptyState icon="receipt">{t('noOpenOrders')}</EmptyState>}
        skeletonRows={3}
        rowHeightPx={34}
        className={classes(styles['table'], styles['timed'])}
      />
      {orders.length > 1 && <CancelAll market={market} orders={orders} />}
    </div>
  )
}

/**
 * Keeps the keyboard focus in the list when the focused row leaves. First the placeholder of its button has
 * the focus, so that a second press does not hit another order. Once the row is gone, the button at its
 * position gets the focus, or in an empty list the tab.
 */
function useFocusKept(list: RefObject<HTMLDivElement | null>, rows: readonly ShownOrder[]) {
  const place = useRef<{ readonly index: number; readonly orderId: string } | null>(null)
  useLayoutEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return
    const { index, orderId } = place.current
    const mark = list.current?.querySelector<HTMLElement>(`[data-left="${CSS.escape(orderId)}"]`)
    if (mark !== null && mark !== undefined) return mark.focus()
    const buttons = listButtons(list.current)
    const next = buttons[Math.min(index, buttons.length - 1)] ?? findTab(list.current)
    place.current = null
    next?.focus()
  }, [list, rows])
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    if (target.dataset['left'] !== undefined) return
    const index = listButtons(currentTarget).findIndex((button) => button === target)
    place.current = index < 0 ? null : { index, orderId: target.dataset['order'] ?? '' }
  }
  const onBlur = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.isConnected) place.current = null
  }
  return { onFocus, onBlur }
}

function listButtons(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('button:not(dialog *)') ?? [])]
}

function findTab(list: HTMLElement | null): HTMLElement | null {
  const id = list?.closest('[role="tabpanel"]')?.getAttribute('aria-labelledby')
  return typeof id === 'string' ? document.getElementById(id) : null
}

function entryKey(entry: Entry): string {
  return entry.kind === 'pending' ? entry.order.commandId : entry.order.id
}

function buildColumns(
  market: TradeMarket,
  pending: ReadonlySet<string>,
  onCancel: (order: MyOrder) => void,
): readonly Column<Entry>[] {
  /** A cell that only orders in the book have. */
  const ofOpen = (cell: (order: MyOrder) => ReactNode) => (entry: Entry) =>
    entry.kind === 'pending' ? unknownSign : cell(entry.order)
  return [
    {
      key: 'time',
      head: t('time'),
      isWideOnly: true,
      cell: ofOpen((order) => (
        <span className={styles['quiet']}>{formatDateTime(order.createdAt)}</span>
      )),
    },
    { key: 'side', head: t('side'), cell: ({ order }) => <SideLabel side={order.side} /> },
    {
      key: 'price',
      head: `${t('price')} (${market.quote.symbol})`,
      align: 'end',
      cell: ({ order }) => priceText(market, order.price),
    },
    {
      key: 'amount',
      head: `${t('amount')} (${market.base.symbol})`,
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
      head: t('filled'),
      align: 'end',
      isWideOnly: true,
      cell: ofOpen((order) => <Filled order={order} market={market} />),
    },
    {
      key: 'held',
      head: t('heldNow'),
      align: 'end',
      isWideOnly: true,
      cell: ofOpen((order) => {
        const asset = order.side === 'buy' ? market.quote : market.base
        return `${amountText(asset, heldBy(order, market.baseScale))} ${asset.symbol}`
      }),
    },
    {
      key: 'cancel',
      head: <VisuallyHidden>{t('cancel')}</VisuallyHidden>,
      align: 'end',
      cell: (entry) => {
        if (entry.kind === 'pending') return <Waiting isRepeated={entry.order.isRepeated} />
        if (entry.kind === 'left') return <Left id={entry.order.id} />
        const isPending = pending.has(entry.order.id)
        return <CancelButton {...{ market, order: entry.order, isPending, onCancel }} />
      },
    },
  ]
}

/** Replaces the cancel button while the outcome of the placement is unknown. */
function Waiting({ isRepeated }: { readonly isRepeated: boolean }) {
  return (
    <span role="status" className={styles['quiet']}>
      {tOrder(isRepeated ? 'pendingAsked' : 'pendingOrder')}…
    </span>
  )
}

const endTexts = { canceled: 'canceledPart', filled: 'rowClosed', unknown: 'rowGone' } as const

/** Replaces the cancel button of an order that is no longer open. */
function Left({ id }: { readonly id: string }) {
  return (
    <span role="status" tabIndex={-1} data-left={id} className={styles['left']}>
      {tOrder(endTexts[findEnd(id) ?? 'unknown'])}
    </span>
  )
}

/** Properties of cells that need the order and its market. */
type PartProps = { readonly order: MyOrder; readonly market: TradeMarket }

/** The filled quantity in base units and in whole percent, rounded down: 100 means completely filled. */
function filledShare({ quantity, remaining }: MyOrder) {
  const part = quantity - remaining
  return { part, percent: quantity === 0 ? 0 : Math.floor((part / quantity) * 100) }
}

/** The amount; without a column for it, the filled quantity is below. */
function Amount({ order, market }: PartProps) {
  const { part, percent } = filledShare(order)
  return (
    <>
      {quantityText(market, order.quantity)}
      {part > 0 && (
        <small className={styles['part']}>
          {t('filled')} {percent}%
          <br />
          {quantityText(market, part)}
        </small>
      )}
    </>
  )
}

/** The filled quantity and its share. */
function Filled({ order, market }: PartProps) {
  const { part, percent } = filledShare(order)
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
  readonly onCancel: (order: MyOrder) => void
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
      aria-label={t('cancelOrder', { side: t(order.side), amount, price })}
      onClick={() => onCancel(order)}
    >
      {t(isPending ? 'canceling' : 'cancel')}
    </Button>
  )
}

function CancelAll({
  market,
  orders,
}: {
  readonly market: TradeMarket
  readonly orders: readonly MyOrder[]
}) {
  const [isConfirming, setConfirming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const failure = await cancelAllOrders(market.pair)
    setBusy(false)
    setConfirming(false)
    if (failure === null) {
      // An order that was filled meanwhile keeps that end.
      const ids = orders.map(({ id }) => id).filter((id) => findEnd(id) === null)
      recordEnd(ids, 'canceled')
    } else toast('bad', t('cancelAllFailed'), failureText(failure))
    refreshOpenOrders(market.pair)
  }
  const heldOf = (side: MyOrder['side']) =>
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
      <Button size="small" kind="danger" onClick={() => setConfirming(true)}>
        {t('cancelAll')}
      </Button>
      <Dialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('cancelAllTitle', { pair: market.pairText })}
        footer={
          <>
            <Button onClick={() => setConfirming(false)}>{t('keepOrders')}</Button>
            <Button
              kind="danger"
              isBusy={isBusy}
              onClick={() => {
                run().catch(() => setBusy(false))
              }}
            >
              {t('cancelAll')}
            </Button>
          </>
        }
      >
        <p>{t('cancelAllText', { count: orders.length, held })}</p>
      </Dialog>
    </div>
  )
}

/**
 * The receipt after the click: the result of the order with final figures, and whether they differ from the
 * earlier ones.
 */
import { orderMessages, tradeViewMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { toast, type ToastKind } from '../../ui/toast.tsx'
import type { TradeMarket } from '../market/market.ts'
import type { Placed } from '../orders/placing.ts'
import { amountWithUnit, placedState, priceText, shortQuantity } from '../texts.ts'
import type { MyOrder } from '../wire.ts'

const t = pageTranslator(tradeViewMessages)
const tOrder = pageTranslator(orderMessages)

type ReceiptToast = { readonly kind: ToastKind; readonly title: string; readonly text: string }

/** Shows the receipt as a toast; returns its text for the announcement. */
export function notifyPlaced(market: TradeMarket, placed: Placed): string {
  const { kind, title, text } = buildToast(market, placed)
  toast(kind, title, text)
  return `${title}. ${text}`
}

function buildToast(market: TradeMarket, placed: Placed): ReceiptToast {
  const { order, side } = placed
  const filled = order.quantity - order.remaining
  const words = {
    side: t(side),
    base: market.base.symbol,
    amount: shortQuantity(market, order.quantity),
    price: priceText(market, order.price),
  }
  const title = t(placedState(order))
  const isOpen = order.status === 'open' || order.status === 'partial'
  if (filled === 0) {
    return isOpen
      ? { kind: 'info', title, text: t('orderResting', words) }
      : { kind: 'warn', title, text: restCanceled(market, order) }
  }
  const figures = finalFigures(market, placed)
  if (order.remaining === 0) {
    const text = t('orderFilledText', words)
    return { kind: 'good', title, text: `${text} ${figures}` }
  }
  const part = { ...words, filled: shortQuantity(market, filled) }
  const text = isOpen ? t('orderPartlyText', part) : restCanceled(market, order)
  return { kind: 'good', title, text: `${text} ${figures}` }
}

function restCanceled(market: TradeMarket, { remaining, closeReason }: MyOrder): string {
  return t('orderRestCanceled', {
    amount: shortQuantity(market, remaining),
    base: market.base.symbol,
    reason: reasonText(closeReason),
  })
}

function reasonText(closeReason: string): string {
  switch (closeReason) {
    case 'self_trade':
      return t('reasonSelfTrade')
    case 'ioc_rest':
      return tOrder('reasonIoc')
    case 'fok_unfilled':
      return tOrder('reasonFok')
    default:
      return t('reasonOther')
  }
}

/** Whether the order was at least partially filled or canceled, instead of only resting. */
export function isDone({ order }: Placed): boolean {
  return order.remaining < order.quantity || order.status === 'cancel'
}

/** The received amount, and its difference to the receipt before the click. */
function finalFigures(market: TradeMarket, { order, side, promised }: Placed): string {
  const asset = side === 'buy' ? market.base : market.quote
  const received = t('finalReceived', { amount: amountWithUnit(asset, order.received) })
  const filled = order.quantity - order.remaining
  if (promised === null || promised.now.quantity !== filled) return `${received}.`
  const difference = order.received - promised.now.arrives
  if (difference === 0) return `${received}. ${t('asShown')}`
  const amount = amountWithUnit(asset, Math.abs(difference))
  const words = difference > 0 ? t('betterThanShown', { amount }) : t('lessThanShown', { amount })
  return `${received}. ${words}`
}

/**
 * The receipt after the click: what became of the order, with final figures, and in words whether they
 * differ from those shown before.
 */
import { orderMessages, tradeViewMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { toast, type ToastKind } from '../../ui/toast.tsx'
import type { TradeMarket } from '../market/market.ts'
import type { Placed } from '../orders/placing.ts'
import { amountWithUnit, placedState, priceText, shortQuantity } from '../texts.ts'
import type { OwnOrder } from '../wire.ts'

const say = sayer(tradeViewMessages)
const sayOrder = sayer(orderMessages)

type Told = { readonly kind: ToastKind; readonly title: string; readonly text: string }

/** Shows the receipt as a toast and returns the same sentence to be said aloud. */
export function tellPlaced(market: TradeMarket, placed: Placed): string {
  const { kind, title, text } = toldOf(market, placed)
  toast(kind, title, text)
  return `${title}. ${text}`
}

function toldOf(market: TradeMarket, placed: Placed): Told {
  const { order, side } = placed
  const filled = order.quantity - order.remaining
  const words = {
    side: say(side),
    base: market.base.symbol,
    amount: shortQuantity(market, order.quantity),
    price: priceText(market, order.price),
  }
  const title = say(placedState(order))
  const isOpen = order.status === 'open' || order.status === 'partial'
  if (filled === 0) {
    return isOpen
      ? { kind: 'info', title, text: say('orderResting', words) }
      : { kind: 'warn', title, text: restCanceled(market, order) }
  }
  const figures = finalFigures(market, placed)
  if (order.remaining === 0) {
    const text = say('orderFilledText', words)
    return { kind: 'good', title, text: `${text} ${figures}` }
  }
  const part = { ...words, filled: shortQuantity(market, filled) }
  const text = isOpen ? say('orderPartlyText', part) : restCanceled(market, order)
  return { kind: 'good', title, text: `${text} ${figures}` }
}

function restCanceled(market: TradeMarket, { remaining, closeReason }: OwnOrder): string {
  return say('orderRestCanceled', {
    amount: shortQuantity(market, remaining),
    base: market.base.symbol,
    reason: reasonOf(closeReason),
  })
}

function reasonOf(closeReason: string): string {
  switch (closeReason) {
    case 'self_trade':
      return say('reasonSelfTrade')
    case 'ioc_rest':
      return sayOrder('reasonIoc')
    case 'fok_unfilled':
      return sayOrder('reasonFok')
    default:
      return say('reasonOther')
  }
}

/** Whether something became of an order besides that it waits. */
export function isDone({ order }: Placed): boolean {
  return order.remaining < order.quantity || order.status === 'cancel'
}

/** What arrived, and how it stands to what was promised for what fills at once. */
function finalFigures(market: TradeMarket, { order, side, promised }: Placed): string {
  const asset = side === 'buy' ? market.base : market.quote
  const received = say('finalReceived', { amount: amountWithUnit(asset, order.received) })
  const filled = order.quantity - order.remaining
  if (promised === null || promised.now.quantity !== filled) return `${received}.`
  const difference = order.received - promised.now.arrives
  if (difference === 0) return `${received}. ${say('asShown')}`
  const amount = amountWithUnit(asset, Math.abs(difference))
  const words =
    difference > 0 ? say('betterThanShown', { amount }) : say('lessThanShown', { amount })
  return `${received}. ${words}`
}

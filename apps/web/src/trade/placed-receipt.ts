/**
 * The receipt after the click: what became of the order, with final figures, and in words whether they
 * differ from those shown before.
 */
import { orderMessages, tradeMessages } from '@tukar/i18n'
import { buyHold, currencyUnits, mulDivFloor, outOfRange, priceUnits } from '@tukar/money'
import { sayer } from '../app/say.ts'
import { toast, type ToastKind } from '../ui/toast.tsx'
import type { TradeMarket } from './market.ts'
import type { Placed } from './placing.ts'
import { amountWithUnit, priceText, shortQuantity } from './texts.ts'
import type { OrderFill, OwnOrder } from './wire-reading.ts'

const say = sayer(tradeMessages)
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
  const isOpen = order.status === 'open' || order.status === 'partial'
  if (filled === 0) {
    return isOpen
      ? { kind: 'info', title: say('orderPlaced'), text: say('orderResting', words) }
      : { kind: 'warn', title: say('orderPlaced'), text: restCanceled(market, order) }
  }
  const figures = finalFigures(market, placed)
  if (order.remaining === 0) {
    const text = say('orderFilledText', words)
    return { kind: 'good', title: say('orderFilled'), text: `${text} ${figures}` }
  }
  const part = { ...words, filled: shortQuantity(market, filled) }
  const text = isOpen ? say('orderPartlyText', part) : restCanceled(market, order)
  return { kind: 'good', title: say('orderPartly'), text: `${text} ${figures}` }
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

/** What an order came to, in units. */
export type Final = {
  readonly filled: number
  /** What its rest still holds: quote of a buy, base of a sell. */
  readonly held: number
  /** What of it was canceled at once. */
  readonly canceled: number
  /** Read from the fills; null while they are not known, or are not those of this answer. */
  readonly charged: {
    readonly averagePrice: number
    readonly fee: number
    readonly bourse: number
    readonly tax: number
  } | null
}

/** Returns the final figures of an order that was just placed. */
export function finalOf(
  { baseScale }: Pick<TradeMarket, 'baseScale'>,
  { side, price, quantity, remaining, received, status }: OwnOrder,
  fills: readonly OrderFill[] | null,
): Final {
  const filled = quantity - remaining
  const isOpen = status === 'open' || status === 'partial'
  const rest = isOpen ? remaining : 0
  const hold = buyHold(priceUnits(price), currencyUnits(rest), baseScale)
  return {
    filled,
    held: side === 'sell' ? rest : hold === outOfRange ? 0 : hold,
    canceled: isOpen ? 0 : remaining,
    charged:
      fills === null || filled === 0 ? null : chargedOf(baseScale, side, filled, received, fills),
  }
}

function chargedOf(
  baseScale: number,
  side: OwnOrder['side'],
  filled: number,
  received: number | null,
  fills: readonly OrderFill[],
): Final['charged'] {
  const base = fills.reduce((sum, fill) => sum + (fill.baseGross ?? 0), 0)
  const quote = fills.reduce((sum, fill) => sum + (fill.quoteGross ?? 0), 0)
  const sum = (...kinds: readonly string[]) =>
    fills
      .flatMap(({ charges }) => charges)
      .filter((charge) => charge.side === side && kinds.includes(charge.kind))
      .reduce((total, { amount }) => total + amount, 0)
  const [fee, bourse, tax] = [sum('fee'), sum('bourse'), sum('vat', 'income_tax')]
  const gross = side === 'buy' ? base : quote
  // Fills that came after the answer belong to another moment than its figures.
  if (base !== filled || gross - fee - bourse - tax !== received) return null
  return { averagePrice: mulDivFloor(quote, baseScale, base), fee, bourse, tax }
}

/** What arrived, and how it stands to what was promised for what fills at once. */
function finalFigures(market: TradeMarket, { order, side, promised }: Placed): string {
  if (order.received === null) return ''
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

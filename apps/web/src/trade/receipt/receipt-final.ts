/** The figures of the receipt after the fill, as integers from the answer and the fills. */
import { buyHold, currencyUnits, outOfRange, priceUnits } from '@tukar/money'
import type { TradeMarket } from '../market/market.ts'
import { meanPrice } from '../book/mean-price.ts'
import type { OrderFill, MyOrder } from '../wire.ts'

/** The result of an order, in units. */
export type Final = {
  readonly filled: number
  /** The hold of the resting quantity: quote for a buy, base for a sell. */
  readonly held: number
  /** The quantity that was canceled at once. */
  readonly canceled: number
  /** From the fills; null while unknown or if they do not match the answer. */
  readonly charged: {
    readonly averagePrice: number
    readonly fee: number
    readonly bourse: number
    readonly tax: number
  } | null
}

/** Returns the final figures of a placed order. */
export function computeFinal(
  { baseScale }: Pick<TradeMarket, 'baseScale'>,
  { side, price, quantity, remaining, received, status }: MyOrder,
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
    charged: fills === null || filled === 0 ? null : sumCharges(side, filled, received, fills),
  }
}

function sumCharges(
  side: MyOrder['side'],
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
  // Later fills do not match the figures of the answer.
  if (base !== filled || gross - fee - bourse - tax !== received) return null
  const averagePrice = meanPrice(
    fills.map(({ price, baseGross }) => ({ price, quantity: baseGross ?? 0 })),
  )
  return { averagePrice, fee, bourse, tax }
}

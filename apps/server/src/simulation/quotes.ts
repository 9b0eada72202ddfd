/** Quotes of the makers in one market: which to keep, which to cancel, which to place. */
import type { Side, SimulatedMarket } from './market.ts'
import { onTick, priceAway, someDistance } from './market.ts'
import { type MarketStyle, styleOf } from './market-style.ts'
import type { Random } from './random.ts'

export type Quote = {
  readonly orderId: number
  readonly accountId: number
  readonly side: Side
  readonly price: number
}

export type Requote = {
  readonly cancels: readonly Quote[]
  readonly prices: readonly { readonly side: Side; readonly price: number }[]
}

/** Number of quotes on each side. */
const quotesPerSide = 22
/** A quote closer to the fair price than this multiple of the half spread is canceled. */
const tooNear = 0.4
/** A best quote is placed where none is within this multiple of the half spread. */
const bestWithin = 1.5
/** A quote beyond this multiple of the distance of the last quote is canceled. */
const tooFar = 1.3
/** Probability that a quote is canceled only to keep the book moving. */
const whim = 0.02

/** Changes that put the quotes around the fair price again. */
export function requote(
  market: SimulatedMarket,
  fair: number,
  current: readonly Quote[],
  random: Random,
): Requote {
  const style = styleOf(market.symbol)
  const cancels = current.filter(
    (quote) => isMisplaced(quote, fair, style) || random.uniform() < whim,
  )
  const kept = current.filter((quote) => !cancels.includes(quote))
  const prices = (['buy', 'sell'] as const).flatMap((side) =>
    missing(market, side, { fair, kept: kept.filter((quote) => quote.side === side), random }),
  )
  return { cancels, prices }
}

/** Distance of a quote from the fair price on its own side, as a fraction of the price. */
function distanceOf({ side, price }: Pick<Quote, 'side' | 'price'>, fair: number): number {
  return side === 'buy' ? 1 - price / fair : price / fair - 1
}

function isMisplaced(quote: Quote, fair: number, style: MarketStyle): boolean {
  const distance = distanceOf(quote, fair)
  return (
    distance < style.halfSpread * tooNear || distance > (style.halfSpread + style.depth) * tooFar
  )
}

type OneSide = {
  readonly fair: number
  readonly kept: readonly Quote[]
  readonly random: Random
}

function missing(
  market: SimulatedMarket,
  side: Side,
  { fair, kept, random }: OneSide,
): Requote['prices'] {
  const style = styleOf(market.symbol)
  const used = new Set(kept.map(({ price }) => price))
  const found: { side: Side; price: number }[] = []
  const isOpen = kept.every((quote) => distanceOf(quote, fair) > style.halfSpread * bestWithin)
  const add = (distance: number): void => {
    const price = onTick(market, priceAway(market, side, fair, distance))
    if (used.has(price)) return
    used.add(price)
    found.push({ side, price })
  }
  if (isOpen) add(style.halfSpread * (1 + random.uniform() * 0.2))
  for (let more = kept.length + found.length; more < quotesPerSide; more++) {
    add(someDistance(style, random))
  }
  return found
}

/** The makers' quotes in one market: which stand, which have to go, which are missing. */
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

/** Quotes that stand on each side. */
const quotesPerSide = 22
/** A best quote nearer to the fair price than this part of the half spread has to go. */
const tooNear = 0.4
/** Where none stands within this multiple of the half spread, one is set. */
const bestWithin = 1.5
/** A quote this much farther away than the last one should be has to go. */
const tooFar = 1.3
/** The chance that a quote goes only so that the book lives. */
const whim = 0.02

/** What has to change so that the quotes stand around the fair price again. */
export function requote(
  market: SimulatedMarket,
  fair: number,
  standing: readonly Quote[],
  random: Random,
): Requote {
  const style = styleOf(market.symbol)
  const cancels = standing.filter(
    (quote) => isMisplaced(quote, fair, style) || random.uniform() < whim,
  )
  const kept = standing.filter((quote) => !cancels.includes(quote))
  const prices = (['buy', 'sell'] as const).flatMap((side) =>
    missing(market, side, { fair, kept: kept.filter((quote) => quote.side === side), random }),
  )
  return { cancels, prices }
}

/** How far a quote stands on its own side of the fair price, as a part of it. */
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

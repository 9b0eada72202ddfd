/** Listed markets with what events told of them since; a market that nothing changed stays the same object. */
import type { Figures } from './figures-wire.ts'
import type { Market } from './market.ts'

type FigureUpdates = Readonly<Record<string, Partial<Figures>>>

/** The last that was made of each listed market. */
const made = new WeakMap<Market, { readonly update: Partial<Figures>; readonly market: Market }>()

/** Returns the markets with their figures, so that rows which nothing changed need not be drawn again. */
export function withFigures(listed: readonly Market[], tickers: FigureUpdates): readonly Market[] {
  return listed.map((market) => {
    const update = tickers[market.pair]
    if (update === undefined) return market
    const known = made.get(market)
    if (known?.update === update) return known.market
    const live = { ...market, ...update }
    made.set(market, { update, market: live })
    return live
  })
}

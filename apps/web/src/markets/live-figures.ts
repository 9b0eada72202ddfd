/** Listed markets with figures from events. A market without changes keeps its object. */
import type { Figures } from './figures-wire.ts'
import type { Market } from './market.ts'

type FigureUpdates = Readonly<Record<string, Partial<Figures>>>

/** The last result for each listed market. */
const made = new WeakMap<Market, { readonly update: Partial<Figures>; readonly market: Market }>()

/**
 * Returns the markets with their figures; unchanged markets keep their object, so their rows are not drawn
 * again.
 */
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

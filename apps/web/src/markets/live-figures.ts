/** Listed markets with what events told of them since; a market that nothing changed stays the same object. */
import type { Figures } from './figures-wire.ts'
import type { Market } from './market.ts'

type Told = Readonly<Record<string, Partial<Figures>>>

/** The last that was made of each listed market. */
const made = new WeakMap<Market, { readonly told: Partial<Figures>; readonly market: Market }>()

/** Returns the markets with their figures, so that rows which nothing changed need not be drawn again. */
export function withFigures(listed: readonly Market[], tickers: Told): readonly Market[] {
  return listed.map((market) => {
    const told = tickers[market.pair]
    if (told === undefined) return market
    const known = made.get(market)
    if (known?.told === told) return known.market
    const live = { ...market, ...told }
    made.set(market, { told, market: live })
    return live
  })
}

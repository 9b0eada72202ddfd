/** All markets with live figures, for the list and the summary of the trading page. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFeed } from '../../feed/store.ts'
import { loadMarkets } from '../../markets/market-calls.ts'
import { marketsKey } from '../../markets/market-feed.ts'
import { withFigures } from '../../markets/live-figures.ts'
import type { Market } from '../../markets/market.ts'
import { type Figures, unknownFigures } from '../../markets/figures-wire.ts'

export type LiveMarkets = {
  readonly markets: readonly Market[]
  readonly state: 'loading' | 'error' | 'ready'
  readonly retry: () => void
}

/** The listed markets, updated by events. */
export function useLiveMarkets(): LiveMarkets {
  const { data, isError, refetch } = useQuery({ queryKey: marketsKey, queryFn: loadMarkets })
  const tickers = useFeed((feed) => feed.tickers)
  const markets = useMemo(() => withFigures(data ?? [], tickers), [data, tickers])
  return {
    markets,
    state: data !== undefined ? 'ready' : isError ? 'error' : 'loading',
    retry: () => {
      refetch().catch(() => undefined)
    },
  }
}

/** Figures of the document, until the list has loaded. */
const firstKnown = new Map<string, Partial<Figures>>()

/** Sets the figures of the document for a market. */
export function setFirstFigures(pair: string, figures: Partial<Figures>): void {
  firstKnown.set(pair, figures)
}

/** A loaded market, or before that the figures of the document; changes of other markets do not redraw. */
function useListed(pair: string): Partial<Figures> | null | undefined {
  const { data } = useQuery({
    queryKey: marketsKey,
    queryFn: loadMarkets,
    select: (markets) => markets.find((market) => market.pair === pair) ?? null,
  })
  return data === undefined ? firstKnown.get(pair) : data
}

/** The live figures of one market as decimal strings; null where unknown. */
export function useFigures(pair: string): Figures {
  const listed = useListed(pair)
  const update = useFeed((feed) => feed.tickers[pair])
  return useMemo(() => ({ ...unknownFigures, ...listed, ...update }), [listed, update])
}

/** One live figure of one market; changes of other markets do not redraw. */
export function useFigure<Key extends keyof Figures>(pair: string, key: Key): Figures[Key] {
  const listed = useListed(pair)
  const update = useFeed((feed) => feed.tickers[pair]?.[key])
  // An event may carry null: then the figure does not exist.
  return update === undefined ? (listed?.[key] ?? unknownFigures[key]) : update
}

/** The last price of one market: null without trades, undefined while unknown. */
export function useLastPrice(pair: string): string | null | undefined {
  const listed = useListed(pair)
  const update = useFeed((feed) => feed.tickers[pair]?.lastPrice)
  if (update !== undefined) return update
  return listed === undefined ? undefined : (listed?.lastPrice ?? null)
}

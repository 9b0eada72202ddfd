/** All markets with their live figures, for the list and the summary of the trading page. */
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

/** The listed markets; what events brought since they were loaded takes their place. */
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

/** What the document said of markets, until the list has come. */
const firstKnown = new Map<string, Partial<Figures>>()

/** Notes what the document said of a market. */
export function setFirstFigures(pair: string, figures: Partial<Figures>): void {
  firstKnown.set(pair, figures)
}

/** A market as it was loaded, before that as the document said; what changes in the others draws nothing again. */
function useListed(pair: string): Partial<Figures> | null | undefined {
  const { data } = useQuery({
    queryKey: marketsKey,
    queryFn: loadMarkets,
    select: (markets) => markets.find((market) => market.pair === pair) ?? null,
  })
  return data === undefined ? firstKnown.get(pair) : data
}

/** The live figures of one market, decimal strings; null where nothing is known. */
export function useFigures(pair: string): Figures {
  const listed = useListed(pair)
  const told = useFeed((feed) => feed.tickers[pair])
  return useMemo(() => ({ ...unknownFigures, ...listed, ...told }), [listed, told])
}

/** One live figure of one market: what changes in the others draws nothing again. */
export function useFigure<Key extends keyof Figures>(pair: string, key: Key): Figures[Key] {
  const listed = useListed(pair)
  const told = useFeed((feed) => feed.tickers[pair]?.[key])
  // Null is told too: then there is none.
  return told === undefined ? (listed?.[key] ?? unknownFigures[key]) : told
}

/**
 * The last price of one market alone, for what the other figures do not concern: null where nobody traded,
 * undefined while it is not known.
 */
export function useLastPrice(pair: string): string | null | undefined {
  const listed = useListed(pair)
  const told = useFeed((feed) => feed.tickers[pair]?.lastPrice)
  if (told !== undefined) return told
  return listed === undefined ? undefined : (listed?.lastPrice ?? null)
}

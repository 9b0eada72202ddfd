/** The markets with their figures, live while anything on the page shows them. */
import { useSyncExternalStore } from 'react'
import { useResource } from '../api/resource.ts'
import { isMarketFeedLive, marketList, watchMarkets } from './market-feed.ts'
import type { Market } from './market.ts'

export type Markets = {
  /** Newest first, as they are listed. */
  readonly markets: readonly Market[]
  readonly state: 'loading' | 'error' | 'ready'
  /** Whether the line for news stands. */
  readonly isLive: boolean
  readonly retry: () => void
}

const none: readonly Market[] = []

/** The markets; the first component that asks loads them, the last one that leaves ends the line. */
export function useMarkets(): Markets {
  const list = useResource(marketList)
  const isLive = useSyncExternalStore(watchMarkets, isMarketFeedLive)
  const markets = list.state === 'ready' ? list.value : none
  return { markets, state: list.state, isLive, retry: marketList.reload }
}

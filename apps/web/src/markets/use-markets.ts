/** The markets with their figures, live while a component shows them. */
import { useSyncExternalStore } from 'react'
import { useResource } from '../api/resource.ts'
import { type ConnectionState, marketConnection, marketList, watchMarkets } from './market-feed.ts'
import type { Market } from './market.ts'

export type Markets = {
  /** In the listed order. */
  readonly markets: readonly Market[]
  readonly state: 'loading' | 'error' | 'ready'
  /** Whether the figures are live. */
  readonly connection: ConnectionState
  readonly retry: () => void
}

const none: readonly Market[] = []

/** The markets; the first component loads them, the last one closes the connection. */
export function useMarkets(): Markets {
  const list = useResource(marketList)
  const connection = useSyncExternalStore(watchMarkets, marketConnection)
  const markets = list.state === 'ready' ? list.value : none
  return { markets, state: list.state, connection, retry: marketList.reload }
}

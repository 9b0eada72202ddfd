/** Loads markets again when an event reports a change of markets, rules or charges. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onFeedEvent } from '../../feed/store.ts'
import { marketsKey, soon } from '../../markets/market-feed.ts'

/** Keeps the shown market and the list current. */
export function useMarketNews(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onFeedEvent(({ kind }) => {
        if (kind !== 'markets') return
        soon(() => {
          for (const queryKey of [['market'], marketsKey]) {
            client.invalidateQueries({ queryKey }).catch(() => undefined)
          }
        })
      }),
    [client],
  )
}

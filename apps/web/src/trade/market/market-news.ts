/** Loads markets again when the exchange says that they, their rules or their charges changed. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onFeedEvent } from '../../feed/store.ts'
import { marketsKey, soon } from '../../markets/market-feed.ts'

/** Keeps the market that is shown, and the list of all, as they are now. */
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

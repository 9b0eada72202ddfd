/** Keeps balances current on pages outside trading. */
import { useEffect } from 'react'
import { onFeedEvent } from '../feed/store.ts'
import { applyBalances } from '../trade/balances.ts'
import { refetchUserData, invalidateUserData } from '../trade/orders/my-orders.ts'

/** Reloads the balances, which may have changed before the page was shown, then subscribes to events. */
export function useLiveBalances(): void {
  useEffect(() => {
    invalidateUserData()
    return onFeedEvent((event) => {
      if (event.kind === 'ownBalances') applyBalances(event.balances)
      if (event.kind === 'missed') refetchUserData()
    })
  }, [])
}

/** Keeps balances right while a page outside trading shows them. */
import { useEffect } from 'react'
import { onFeedEvent } from '../feed/store.ts'
import { applyBalances } from '../trade/balances.ts'
import { refreshOwn, renewOwn } from '../trade/orders/my-orders.ts'

/** Asks for what may have changed before the page was shown, then follows the line. */
export function useLiveBalances(): void {
  useEffect(() => {
    renewOwn()
    return onFeedEvent((event) => {
      if (event.kind === 'ownBalances') applyBalances(event.balances)
      if (event.kind === 'missed') refreshOwn()
    })
  }, [])
}

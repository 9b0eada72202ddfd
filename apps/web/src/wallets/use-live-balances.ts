/** Keeps balances right while a page outside trading shows them. */
import { useEffect } from 'react'
import { queryClient } from '../app/queries.ts'
import { onFeedEvent } from '../feed/store.ts'
import { applyBalances } from '../trade/balances.ts'
import { ownKey } from '../trade/own-orders.ts'

function askAnew(): void {
  queryClient.invalidateQueries({ queryKey: ownKey }).catch(() => undefined)
}

/** Asks for what may have changed before the page was shown, then follows the line. */
export function useLiveBalances(): void {
  useEffect(() => {
    askAnew()
    return onFeedEvent((event) => {
      if (event.kind === 'ownBalances') applyBalances(event.balances)
      if (event.kind === 'missed') askAnew()
    })
  }, [])
}

/** Shared behavior of both layouts: picking rows, announcing fills, ending a pause. */
import { useCallback, useEffect, useState } from 'react'
import { endPause } from './book/book-pause.ts'
import type { TradeMarket } from './market/market.ts'
import type { PickedRow } from './book/order-book.tsx'
import { useUserEvents } from './orders/user-events.ts'
import { notifyPlaced } from './receipt/placed-receipt.ts'
import type { Placed } from './orders/placing.ts'
import type { Side } from '../feed/levels.ts'
import { actOnBoth } from './ticket/ticket-store.ts'

export type Trading = {
  /** Takes a row of the book into both forms (DEC-86). */
  readonly onTake: (row: PickedRow) => void
  readonly onPlaced: (placed: Placed) => void
  /** The last announcement about the user's orders. */
  readonly spoken: string
}

/** The side of an order that takes a row of the book: a bid is taken by a sell. */
export function findTakerSide({ side }: PickedRow): Side {
  return side === 'buy' ? 'sell' : 'buy'
}

/** The shared behavior of the page. */
export function useTrading(market: TradeMarket): Trading {
  const [spoken, setSpoken] = useState('')
  // A repeated text is changed invisibly, so that screen readers announce it again.
  const speak = useCallback(
    (text: string) => setSpoken((said) => (said === text ? `${text}\u00A0` : text)),
    [],
  )
  useUserEvents(market, speak)
  useEffect(() => endPause, [market])
  const onTake = useCallback(
    ({ price, quantity }: PickedRow) => actOnBoth(market, { kind: 'take', price, quantity }),
    [market],
  )
  const onPlaced = useCallback(
    (placed: Placed) => speak(notifyPlaced(market, placed)),
    [market, speak],
  )
  return { onTake, onPlaced, spoken }
}

/** What both layouts of the trading page share: taking rows, telling fills, ending a pause. */
import { useCallback, useEffect, useState } from 'react'
import { endPause } from './book/book-pause.ts'
import type { TradeMarket } from './market/market.ts'
import type { TakenRow } from './book/order-book.tsx'
import { useOwnEvents } from './orders/user-events.ts'
import { tellPlaced } from './receipt/placed-receipt.ts'
import type { Placed } from './orders/placing.ts'
import type { Side } from '../feed/levels.ts'
import { actOnBoth } from './ticket/ticket-store.ts'

export type Trading = {
  /** Takes a row of the book into both forms (DEC-86). */
  readonly onTake: (row: TakenRow) => void
  readonly onPlaced: (placed: Placed) => void
  /** The last thing to say aloud about own orders. */
  readonly spoken: string
}

/** The side of an order that would take a row of the book: what stands to buy is taken by a sale. */
export function takerOf({ side }: TakenRow): Side {
  return side === 'buy' ? 'sell' : 'buy'
}

/** The doings of the page. */
export function useTrading(market: TradeMarket): Trading {
  const [spoken, setSpoken] = useState('')
  // Words that are said once more are other words to whoever reads them aloud.
  const speak = useCallback(
    (text: string) => setSpoken((said) => (said === text ? `${text}\u00A0` : text)),
    [],
  )
  useOwnEvents(market, speak)
  useEffect(() => endPause, [market])
  const onTake = useCallback(
    ({ price, quantity }: TakenRow) => actOnBoth(market, { kind: 'take', price, quantity }),
    [market],
  )
  const onPlaced = useCallback(
    (placed: Placed) => speak(tellPlaced(market, placed)),
    [market, speak],
  )
  return { onTake, onPlaced, spoken }
}

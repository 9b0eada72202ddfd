/**
 * Asks on for an order whose outcome is not known and whose form is not there: a phone's sheet is closed,
 * or the one form beside the book shows the other side.
 */
import { useEffect } from 'react'
import type { Side } from '../feed/levels.ts'
import type { TradeMarket } from './market/market.ts'
import { type Placed, usePlacing } from './orders/placing.ts'
import { notifyRefused } from './orders/refusal-text.ts'

/** Shows nothing; what becomes of the order is told in a toast and aloud. */
export function AskAgain({
  market,
  side,
  onPlaced,
}: {
  readonly market: TradeMarket
  readonly side: Side
  readonly onPlaced: (placed: Placed) => void
}) {
  const { refusal } = usePlacing(market, side, onPlaced)
  useEffect(() => {
    if (refusal !== null) notifyRefused(refusal)
  }, [refusal])
  return null
}

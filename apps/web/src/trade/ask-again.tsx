/**
 * Repeats an order with an unknown outcome while its form is not shown: the phone's sheet is closed, or the
 * single form shows the other side.
 */
import { useEffect } from 'react'
import type { Side } from '../feed/levels.ts'
import type { TradeMarket } from './market/market.ts'
import { type Placed, usePlacing } from './orders/placing.ts'
import { notifyRefused } from './orders/refusal-text.ts'

/** Renders nothing; the outcome appears as a toast and is announced. */
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

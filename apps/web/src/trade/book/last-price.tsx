/** The last price in color: green if it rose against the last different price, else red. */
import { type Move, useMove } from '../../markets/price.tsx'
import { Icon } from '../../ui/icon.tsx'
import { moveAgainst } from '../market/price-move.ts'

/**
 * Returns the direction of the price, from the server's last different price if known, else from prices seen
 * by this page.
 */
export function usePriceMove(price: string | null, previous: string | null): Move | null {
  const seen = useMove(price)
  if (price === null) return null
  if (previous === null) return seen
  return moveAgainst(price, previous)
}

/** The arrow for the same direction as the color. */
export function MoveArrow({
  move,
  size = 14,
}: {
  readonly move: Move | null
  readonly size?: number
}) {
  if (move === null) return null
  return <Icon name={move === 'up' ? 'arrow-up' : 'arrow-down'} size={size} />
}

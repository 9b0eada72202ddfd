/** The last price in its colors: green if it rose against the last different price, else red. */
import { type Move, useMove } from '../../markets/price.tsx'
import { Icon } from '../../ui/icon.tsx'
import { moveAgainst } from '../market/price-move.ts'

/**
 * Returns which way the price went, from the server's last different price where it is told, else from
 * what was seen here.
 */
export function usePriceMove(price: string | null, previous: string | null): Move | null {
  const seen = useMove(price)
  if (price === null) return null
  if (previous === null) return seen
  return moveAgainst(price, previous)
}

/** The arrow that says the same as the color. */
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

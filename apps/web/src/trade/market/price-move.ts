/** The direction of a price for colors and arrows (TRADE-02). */
import { compareDecimals } from '@tukar/i18n'
import type { Move } from '../../markets/price.tsx'

/**
 * Returns up if the price is higher, else down.
 *
 * @param previous the last different price, a decimal string as `price`
 */
export function moveAgainst(price: string, previous: string): Move {
  return compareDecimals(price, previous) > 0 ? 'up' : 'down'
}

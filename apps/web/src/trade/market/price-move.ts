/** Which way a price went against the one before it: what colors and arrows say (TRADE-02). */
import { compareDecimals } from '@tukar/i18n'
import type { Move } from '../../markets/price.tsx'

/**
 * Returns up if the price rose, else down: one that is equal did not rise.
 *
 * @param previous the last price that differed, a decimal string as `price`
 */
export function moveAgainst(price: string, previous: string): Move {
  return compareDecimals(price, previous) > 0 ? 'up' : 'down'
}

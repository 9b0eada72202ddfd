/**
 * Coins under kills in the long run. A rotation of the slices comes to four hundred withdrawals with two hundred kills;
 * `TUKAR_PROOF=full` does all of it in one run.
 */
import { shareOf, sliceIn } from '@tukar/core/sim/slice'
import { registerCoinSuite } from './coin-suite.ts'

const slice = sliceIn(process.env)

registerCoinSuite({
  people: slice.count === 1 ? 20 : 4,
  withdrawals: shareOf(400, slice),
  gifts: shareOf(200, slice),
  kills: shareOf(200, slice),
})

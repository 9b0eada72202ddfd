/**
 * Coins under kills, in the long part. All slices together make four hundred withdrawals with two hundred
 * kills; `TUKAR_PROOF=full` runs all of them at once.
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

/**
 * Money in and out, in the long part. All slices together make 40,000 callbacks and 5,000 payouts with 120
 * kills; `TUKAR_PROOF=full` runs all of them at once.
 */
import { shareOf, sliceIn } from '@tukar/core/sim/slice'
import { registerMoneySuite } from './money-suite.ts'

const slice = sliceIn(process.env)
const isWhole = slice.count === 1

registerMoneySuite({
  people: isWhole ? 36 : 12,
  deposits: shareOf(4_000, slice),
  callbacks: shareOf(40_000, slice),
  payouts: shareOf(5_000, slice),
  kills: shareOf(120, slice),
  rowRounds: shareOf(120, slice),
  callRounds: shareOf(40, slice),
})

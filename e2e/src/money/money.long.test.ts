/** Money in and out in the long run. */
import { registerMoneySuite } from './money-suite.ts'

registerMoneySuite({
  people: 36,
  deposits: 2_000,
  callbacks: 20_000,
  payouts: 5_000,
  kills: 100,
  rowRounds: 60,
  callRounds: 16,
})

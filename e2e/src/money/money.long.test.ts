/** Money in and out in the long run. */
import { registerMoneySuite } from './money-suite.ts'

registerMoneySuite({
  people: 40,
  deposits: 2_400,
  callbacks: 20_000,
  payouts: 5_000,
  kills: 100,
  rowRounds: 100,
  callRounds: 20,
})

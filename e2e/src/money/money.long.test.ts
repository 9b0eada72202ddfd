/** Money in and out in the long run. */
import { registerMoneySuite } from './money-suite.ts'

registerMoneySuite({
  people: 24,
  deposits: 3_200,
  callbacks: 20_000,
  payouts: 5_000,
  kills: 100,
  rowRounds: 100,
  callRounds: 20,
})

/** Money in and out in every run. */
import { registerMoneySuite } from './money-suite.ts'

registerMoneySuite({
  people: 5,
  deposits: 100,
  callbacks: 500,
  payouts: 60,
  kills: 3,
  rowRounds: 10,
  callRounds: 2,
})

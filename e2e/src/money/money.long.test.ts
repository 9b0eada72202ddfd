/**
 * Money in and out in the long run. All that it was once measured by, 20,000 callbacks and 5,000 payouts
 * with 100 kills, takes a quarter of an hour and comes by `TUKAR_PROOF=full`.
 */
import { type MoneyCounts, registerMoneySuite } from './money-suite.ts'

const full: MoneyCounts = {
  people: 36,
  deposits: 2_000,
  callbacks: 20_000,
  payouts: 5_000,
  kills: 100,
  rowRounds: 60,
  callRounds: 16,
}
const bounded: MoneyCounts = {
  people: 36,
  deposits: 300,
  callbacks: 3_000,
  payouts: 800,
  kills: 16,
  rowRounds: 20,
  callRounds: 4,
}

registerMoneySuite(process.env['TUKAR_PROOF'] === 'full' ? full : bounded)

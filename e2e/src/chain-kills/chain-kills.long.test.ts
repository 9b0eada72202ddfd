/**
 * Coins under kills in the long run. Two hundred withdrawals with a hundred kills take a quarter of an hour
 * and come by `TUKAR_PROOF=full`.
 */
import { type CoinCounts, registerCoinSuite } from './coin-suite.ts'

const full: CoinCounts = { people: 20, withdrawals: 200, gifts: 100, kills: 100 }
const bounded: CoinCounts = { people: 6, withdrawals: 18, gifts: 9, kills: 7 }

registerCoinSuite(process.env['TUKAR_PROOF'] === 'full' ? full : bounded)

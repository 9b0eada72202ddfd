/** The API of the accounting module. */
export { type AccountingDeps, type Accounting, startAccounting } from './accounting.ts'
export { registerAccounting } from './routes.ts'
export {
  haltAllCurrencies,
  isCurrencyHalted,
  proveEarlierHalts,
  requireNotHalted,
  sealHalts,
  unprovenHalts,
} from './halts.ts'
export type { StrayHold } from './run-reconciliation.ts'
export type { CoinCustody } from './external-checks.ts'
export { proveEarlierMarketHalts, unprovenMarketHalts } from './halted-markets.ts'

/** The books module's front door. */
export { type BooksParts, type BooksWork, workOnBooks } from './books.ts'
export { registerBooks } from './routes.ts'
export {
  haltAllCurrencies,
  isCurrencyHalted,
  proveEarlierHalts,
  requireGoing,
  sealHalts,
  unprovenHalts,
} from './halts.ts'
export type { StrayHold } from './look.ts'
export type { CoinCustody } from './outside.ts'
export { proveEarlierStops, unprovenStops } from './stopped-markets.ts'

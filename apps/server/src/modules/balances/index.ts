/** The API of the balances module. */
export { registerBalanceRoutes } from './routes.ts'
export { type BalanceRecord, listBalances } from './store.ts'

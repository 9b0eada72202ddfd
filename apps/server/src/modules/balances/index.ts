/** The balances module's front door. */
export { registerBalanceRoutes } from './routes.ts'
export { type BalanceRecord, listBalances } from './store.ts'

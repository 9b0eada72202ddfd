/** The balances module's front door. */
export { registerBalanceRoutes } from './routes.ts'

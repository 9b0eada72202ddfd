/** The accounts module's front door. */
export { registerAccountRoutes } from './routes.ts'
export { type AccountsService, createAccountsService, startingFunds } from './service.ts'
export { createSessions, type Sessions } from './sessions.ts'

/** The accounts module's front door. */
export { createDeletions, type DeletedPerson, type Deletions } from './deletion.ts'
export { registerDeletion } from './deletion-routes.ts'
export { listDemoPeople } from './demo-people-store.ts'
export { startingFunds } from './funds.ts'
export type { AccountsParts } from './parts.ts'
export { registerAccountRoutes } from './routes.ts'
export { prepareAccounts, sweepAccounts } from './service.ts'
export { createSessions, type Sessions } from './sessions.ts'

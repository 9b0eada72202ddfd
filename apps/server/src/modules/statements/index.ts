/** The statements module's front door. */
export { registerStatements } from './routes.ts'
export { readSums } from './store.ts'

/** The statements module's front door. */
export { registerStatements } from './routes.ts'

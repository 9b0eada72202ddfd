/** The entry for the command line. */
export { runAudit } from './index.ts'

/** The way in for the command line. */
export { runAudit } from './index.ts'

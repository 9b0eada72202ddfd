/** The tax module's front door. */
export { registerTaxDesk } from './desk-routes.ts'
export { registerTaxRoutes } from './routes.ts'

/** The API of the tax module. */
export { registerTaxDesk } from './desk-routes.ts'
export { registerTaxRoutes } from './routes.ts'

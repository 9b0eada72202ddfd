/** The bonus module's front door. */
export { registerBonusRoutes } from './routes.ts'

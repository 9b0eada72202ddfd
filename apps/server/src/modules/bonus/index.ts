/** The bonus module's front door. */
export { registerBonusRoutes } from './routes.ts'
export { bonusAmount, bonusSwitch } from './settings.ts'

/** The API of the bonus module. */
export { closeMonths } from './closing.ts'
export { registerBonusDesk } from './desk-routes.ts'
export { forgetIdentity } from './month-store.ts'
export { proveEarlierBonuses, unprovenBonuses } from './month-proofs.ts'
export { registerBonusRoutes } from './routes.ts'
export { bonusAmount, bonusSwitch, termsOf } from './settings.ts'

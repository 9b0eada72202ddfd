/** The API of the agreement module. */
export { openToDemoPeople } from './demo-people.ts'
export {
  createEligibility,
  type Eligibility,
  type EligibilityDeps,
  type GuardedAction,
} from './eligibility.ts'
export { type AgreementRoutes, registerAgreementRoutes } from './routes.ts'
export { agreeForDemoPerson, identityFiguresOf, findParticulars } from './service.ts'
export { proveEarlierSignatures, unprovenSignatures } from './store.ts'

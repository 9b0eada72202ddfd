/** The agreement module's front door. */
export { openToDemoPeople } from './demo-people.ts'
export { createGate, type Gate, type GateParts, type Passage } from './gate.ts'
export { type AgreementRoutes, registerAgreementRoutes } from './routes.ts'
export { agreeForDemoPerson, identityFiguresOf, ownParticularsOf } from './service.ts'
export { proveEarlierSignatures, unprovenSignatures } from './store.ts'

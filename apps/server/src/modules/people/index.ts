/** The API of the people module: what operators see of users and change about them. */
export { createFinder, type Finder } from './finding.ts'
export { isResetAgreed } from './kinds/reset-factor.ts'
export { registerPeople, type PeopleDeps } from './routes.ts'
export { createValueOf, type ValueOf } from './valuing.ts'

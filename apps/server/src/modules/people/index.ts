/** The front door of what operators see of people, and do about them. */
export { createFinder, type Finder } from './finding.ts'
export { isResetAgreed } from './kinds/reset-factor.ts'
export { registerPeople, type PeopleDeps } from './routes.ts'
export { createValueOf, type ValueOf } from './valuing.ts'

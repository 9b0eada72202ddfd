/** Identity verification: the provider of the settings, or the verifier that the exchange includes. */
export type {
  Answer,
  Callback,
  CallbackOutcome,
  DocumentCheck,
  DocumentFindings,
  Expected,
  FaceCheck,
  FaceFindings,
  IdentityCheck,
  NewVerification,
} from './port.ts'
export { type IdentityCheckDeps, type OpenIdentityCheck, openIdentityCheck } from './open.ts'
export { createProvider, type ProviderOptions } from './provider.ts'

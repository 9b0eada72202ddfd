/** Verifying people: the provider of the settings, or the verifier that comes with the exchange. */
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
export { type IdentityCheckParts, type OpenIdentityCheck, openIdentityCheck } from './open.ts'
export { createProvider, type ProviderOptions } from './provider.ts'

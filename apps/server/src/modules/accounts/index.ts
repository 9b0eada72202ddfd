/** The accounts module's front door. */
export { proveEarlierResets, unprovenResets } from './reset-proofs.ts'
export { type Client, clientOf } from './clients.ts'
export {
  claimCodeAttempt,
  type CodeTry,
  codeWindowSeconds,
  releaseCodeAttempt,
} from './code-attempts.ts'
export { sourceOfSession } from './code-sources.ts'
export { createDeletions, type DeletedPerson, type Deletions } from './deletion.ts'
export { registerDeletion } from './deletion-routes.ts'
export { hasPeople, isDemoPerson, listDemoPeople, listEverybodyToTry } from './demo-people-store.ts'
export { roleTrials } from './role-trials.ts'
export { freshMinutes, isFreshSession } from './fresh-sessions.ts'
export { startingFunds } from './funds.ts'
export type { AccountsParts } from './parts.ts'
export { findAddressee } from './profile-store.ts'
export { noteRefused } from './refused-addresses.ts'
export { registerAccountRoutes } from './routes.ts'
export { tellOwner, type TellingParts } from './security-notices.ts'
export { type HoldCause, type SecurityHold, securityHoldOf } from './security-holds.ts'
export { endWhatIsOver, prepareAccounts, sweepAccounts } from './service.ts'
export type { SessionUser } from './session-cache.ts'
export { createSessions, type Sessions, tokenOf } from './sessions.ts'
export { type ListedSession, listSessions } from './sessions-store.ts'
export {
  beginFactorReset,
  factorResetHours,
  factorResetOf,
  keepFactorBy,
  type ResetParts,
  resetDueFactors,
} from './factor-resets.ts'
export { endAllSessions, endSessionsOf } from './sessions-store.ts'
export { sendPasswordLink } from './password-reset.ts'
export {
  beginSuspension,
  endSuspension,
  isSuspended,
  letGoOn,
  mendSuspensions,
  proveEarlierSuspensions,
  suspendedOf,
  unprovenSuspensions,
} from './suspensions.ts'
export { acceptedStep } from './two-factor.ts'
export { hasTwoFactor } from './two-factor-store.ts'
export type { CodePayment } from './code-payment.ts'
export {
  claimStepUp,
  ownerOf as codeOwnerOf,
  proveStepUp,
  type StepUp,
  type StepUpParts,
} from './step-up.ts'
export { renewEarlierKeys, renewSigmaKeys } from './earlier-keys.ts'
export { proveEarlierDevices, sealDevices } from './known-devices.ts'
export { sealLinkEnds, sealLinks } from './link-seals.ts'
export {
  heldStateOf,
  isProvenUser,
  noteUnproven,
  keyEarlierPasswords,
  proveEarlierUsers,
  proveUsersAgain,
  proveHeldUser,
  unprovenEvent,
} from './user-proofs.ts'
export {
  type Contact,
  findAccount,
  findByEmail,
  findContacts,
  findStaff,
  type Staff,
} from './staff-view.ts'

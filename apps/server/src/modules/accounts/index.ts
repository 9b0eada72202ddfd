/** The API of the accounts module. */
export { proveEarlierResets, unprovenResets } from './password/reset-proofs.ts'
export { type Client, clientOf } from './sign-in/clients.ts'
export {
  claimCodeAttempt,
  type CodeTry,
  codeWindowSeconds,
  releaseCodeAttempt,
} from './codes/code-attempts.ts'
export { sourceOfSession } from './codes/code-sources.ts'
export { createDeletions, type DeletedPerson, type Deletions } from './deletion/deletion.ts'
export { registerDeletion } from './deletion/deletion-routes.ts'
export {
  hasPeople,
  isDemoPerson,
  listDemoPeople,
  listEverybodyToTry,
} from './demo-people/demo-people-store.ts'
export { roleTrials } from './role-trials.ts'
export { freshMinutes, isFreshSession } from './sessions/fresh-sessions.ts'
export { startingFunds } from './deletion/funds.ts'
export type { AccountsDeps } from './deps.ts'
export { findAddressee } from './profile/profile-store.ts'
export { noteRefused } from './registration/refused-addresses.ts'
export { registerAccountRoutes } from './routes.ts'
export { notifyOwner, type SecurityNoticeDeps } from './security-notices.ts'
export { type HoldCause, type SecurityHold, securityHoldOf } from './security-holds.ts'
export { endExpiredAccess, prepareAccounts, sweepAccounts } from './service.ts'
export type { SessionUser } from './sessions/session-cache.ts'
export { createSessions, type Sessions, tokenOf } from './sessions/sessions.ts'
export { type ListedSession, listSessions } from './sessions/sessions-store.ts'
export {
  beginFactorReset,
  factorResetHours,
  factorResetOf,
  cancelResetByToken,
  type FactorResetDeps,
  resetDueFactors,
} from './two-factor/factor-resets.ts'
export { endAllSessions, endSessionsOf } from './sessions/sessions-store.ts'
export { sendPasswordLink } from './password/password-reset.ts'
export {
  beginSuspension,
  endSuspension,
  isSuspended,
  resumeAccount,
  repairSuspensionRows,
  proveEarlierSuspensions,
  suspendedOf,
  unprovenSuspensions,
} from './suspensions.ts'
export { acceptedStep } from './two-factor/two-factor.ts'
export { hasTwoFactor } from './two-factor/two-factor-store.ts'
export type { CodePayment } from './codes/code-payment.ts'
export {
  claimStepUp,
  ownerOf as codeOwnerOf,
  proveStepUp,
  type StepUp,
  type StepUpDeps,
} from './codes/step-up.ts'
export { renewEarlierKeys, renewSigmaKeys } from './two-factor/earlier-keys.ts'
export { proveEarlierDevices, sealDevices } from './sign-in/known-devices.ts'
export { sealLinkEnds, sealLinks } from './registration/link-seals.ts'
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
} from './profile/staff-view.ts'

/** The API of the operator console. */
export * as audit from './audit.ts'
export {
  createDesk,
  type Desk,
  type MoneyFigures,
  type QueueSource,
} from './desk.ts'
export { carryOut } from './changes/carry-out.ts'
export { watchChanges } from './changes/change-watch.ts'
export {
  type AppliedChange,
  accountSubject,
  type ChangeKind,
  type ChangeLine,
  type ChangePreview,
  type LocalText,
} from './changes/kind.ts'
export { inBoth, same, createLocalText } from './changes/words.ts'
export { type DeskRequest, deskRoute, refuseOwnCase } from './desk-route.ts'
export { maskedAddress, maskedEmail, maskedName, maskedNumber } from './masking.ts'
export { deskRoles as roles } from '@tukar/wire'
export { type ChainWatch, watchChain } from './chain-watch.ts'
export type { Operator } from './operator.ts'
export { prepareDemoOperators } from './operators.ts'
export { provenRoles, sealEarlierRoles, unprovenOperators } from './role-proofs.ts'
export { registerDeskRoutes } from './routes.ts'
export { type Ballot, castVote, provenVoters, signedVotes } from './votes.ts'

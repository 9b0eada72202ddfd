/** The signer: approvals of the server, and the process that signs them. */
export { type Approval, type ApprovalKind, type Approved, approve, isApproved } from './approval.ts'
export { createSigner, type SignerOptions } from './client.ts'
export {
  createLocalSigner,
  type LocalSigner,
  type LocalSignerOptions,
  type SignerSettings,
} from './local-process.ts'
export {
  type BitcoinSpend,
  type EvmSpend,
  hotWallet,
  type SignedBytes,
  type Signer,
  type SignerAnswer,
  type SignerAsker,
  type SignerCaps,
  type SignerSpent,
  type SignerKeyAt,
  type SignerKeys,
  type SignerStatus,
  type SignerVoteRule,
  type SigningAsker,
  type SignOrder,
  type SignedVote,
  signedVotesMax,
  type StatedHold,
} from './port.ts'
export type { SignerReach } from './requests.ts'
export { proveToken, type ProvenToken, type TokenOrder } from './token.ts'
export { type SignerState, type SignerWatch, watchSigner } from './watch.ts'

/** Bitcoin: the node, our addresses, and unsigned payouts. */
export {
  type BitcoinAccount,
  type CheckedAddress,
  checkAddress,
  type KeyAt,
  keyIndexMax,
  type OwnAddress,
  openAccount,
} from './addresses.ts'
export type { Broadcast } from './broadcast.ts'
export {
  type BitcoinBlock,
  type BitcoinInput,
  type BitcoinOutput,
  type BitcoinTransaction,
  decodeBlock,
  decodeBlockInTurns,
  decodeTransaction,
  type Outpoint,
  UndecodableError,
} from './decode.ts'
export { type FeeLimits, type FeeQuote, type FeeRate, feeOf, virtualBytesOf } from './fees.ts'
export type { BitcoinNetwork } from './networks.ts'
export {
  type BitcoinNodeOptions,
  blockIdsPerCallMax,
  createBitcoinNode,
  outpointsPerCallMax,
} from './node.ts'
export {
  type Bump,
  bumpPayout,
  type Coin,
  type Destination,
  isSignedPayout,
  type PayoutOrder,
  type PayoutOutput,
  type PayoutPlan,
  payoutInputsMax,
  planConsolidation,
  planPayout,
  type UnsignedPayout,
} from './payout.ts'
export type {
  BitcoinAnswer,
  BitcoinFailure,
  BitcoinFailureKind,
  BitcoinHead,
  BitcoinNode,
  BitcoinPool,
  UnspentOutput,
} from './port.ts'
export type { BitcoinReach } from './requests.ts'

/** EVM chains: addresses, deposits, withdrawals, and the client of the node. */
export {
  addressKey,
  type AddressRead,
  type EvmAccount,
  type EvmKeyAt,
  openEvmAccount,
  readAddress,
  toChecksum,
} from './addresses.ts'
export {
  chainState,
  coinDecimals,
  creditBlockOf,
  type EvmChain,
  type EvmChainName,
  evmChainOf,
  evmChains,
} from './chains.ts'
export { isSeenBy } from './cross-check.ts'
export { bumpedFees, type FeeLimits, feeMaxOf, type GasFees } from './fees.ts'
export { createEvmNode, type EvmNodeOptions } from './node.ts'
export { type NonceGaps, nonceGaps, type NonceUse } from './nonces.ts'
export type { SendOutcome, SendState } from './outcomes.ts'
export type {
  EvmAnswer,
  EvmBalances,
  EvmBlock,
  EvmBlockRef,
  EvmCall,
  EvmFailure,
  EvmFailureKind,
  EvmFound,
  EvmHeads,
  EvmTransactionState,
  EvmNode,
  EvmNodeFacts,
  EvmNonceCounts,
  EvmQuote,
  EvmRange,
  EvmReceipt,
  EvmSlot,
  EvmTag,
  EvmTokenFacts,
  EvmTransfer,
  EvmWatch,
} from './port.ts'
export { blocksPerScanMax } from './scan.ts'
export { coinIndex } from './transfers.ts'
export { coinToSweep, type GasPrice, gasToFund } from './sweeps.ts'
export {
  coinTransfer,
  type EvmEnvelope,
  type EvmTransaction,
  isSameTransaction,
  isTransactionHash,
  readSigned,
  readTransferData,
  selfSend,
  type SignedEvmTransaction,
  signingHash,
  tokenTransfer,
  transactionHash,
  transferData,
  unsignedBytes,
} from './transactions.ts'

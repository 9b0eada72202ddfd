/** The API of the wallets module. */
export { deleteCounterpartiesOf, registerAddressBook } from './chains/address-book/index.ts'
export {
  type AddressKeys,
  compareKeys,
  createAddressKeys,
} from './chains/addresses/address-keys.ts'
export { forgetReadings } from './chains/custody/custody-store.ts'
export { sealAddresses, skipLostAddresses } from './chains/addresses/address-store.ts'
export { type ChainConsole, openChainConsole } from './chains/console/open.ts'
export { createCustodyMemory } from './chains/custody/custody-memory.ts'
export { proveReversals, proveReversing } from './chains/deposits/deposit-store.ts'
export { type ChainDeposits, openChainDeposits } from './chains/deposits/deposits.ts'
export {
  type ChainRegister,
  type ListedAsset,
  localEpochSlots,
} from './chains/register.ts'
export { requeryUnsigned } from './chains/withdrawals/withdrawal-store.ts'
export {
  approvalKeyOf,
  createTopUp,
  openChainWithdrawals,
} from './chains/withdrawals/index.ts'
export { registerCurrencyDesk } from './chains/tokens/currency-routes.ts'
export { openRegister } from './chains/tokens/live-register.ts'
export { proveEarlierTokens, unprovenTokens } from './chains/tokens/token-store.ts'
export { proveEarlierTransactions } from './chains/withdrawals/proofs/proof-store.ts'
export { createSignerRules } from './chains/voting/signer-rules.ts'
export { proveEarlierChainHalts, unprovenChainHalts } from './chains/tracking/halts.ts'
export { createWitness } from './chains/tracking/witness.ts'
export { deleteDepositFilesOf } from './rupiah/deposits/deposit-store.ts'
export { openRupiah, type Rupiah } from './rupiah/index.ts'
export type { RupiahLimits, RupiahDeps } from './rupiah/deps.ts'
export { liveRupiahLimits, type RupiahDefaults } from './rupiah/settings.ts'
export { ppmOfPercent } from './rupiah/rules.ts'
export { proveClosings } from './rupiah/votes.ts'
export { rupiahId, unitsOf } from './rupiah/units.ts'
export { strayHolds } from './stray-holds.ts'
export {
  bankFeesText,
  requeryUnsent,
  openTransfersOf,
  payoutAccountOf,
} from './rupiah/withdrawals/withdrawal-store.ts'
export { coinLimitsOf } from './chains/withdrawals/requests/limits.ts'
export { findAccountHold, isHeldByDeposits } from './account-holds.ts'
export { proveEarlierHolds, unprovenHolds } from './hold-proofs.ts'
export { countWaitingWithdrawals, wakeWithdrawalsOf } from './held-withdrawals.ts'
export {
  type PersonLimit,
  personLimitsOf,
  proveEarlierLimits,
  setPersonLimit,
  unprovenLimits,
} from './person-limits.ts'
export { proveEarlierWithdrawn, unprovenWithdrawn } from './withdrawn-proofs.ts'
export { type PersonTransfer, transfersOf } from './transfers-of.ts'
export { overdueAfter } from './waiting/overdue.ts'

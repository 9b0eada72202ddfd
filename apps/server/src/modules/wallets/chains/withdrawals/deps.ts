/** The dependencies of withdrawals over chains. */
import type { BitcoinAccount, FeeLimits } from '../../../../adapters/bitcoin/index.ts'
import type { ChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import type { EvmAccount } from '../../../../adapters/evm/index.ts'
import type { Signer } from '../../../../adapters/signer/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Mail } from '../../../../platform/mail/mail.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { Sessions } from '../../../accounts/index.ts'
import type { Eligibility } from '../../../agreement/index.ts'
import type { FirstTimeHolds } from '../../machine/request-pause.ts'
import type { ChainName } from '../chains.ts'
import type { CustodyMemory } from '../custody/custody-memory.ts'
import type { ChainRegister } from '../register.ts'

/** Our addresses, derived from the signer's extended public keys. */
export type WalletAccounts = { readonly bitcoin: BitcoinAccount; readonly evm: EvmAccount }

/** Limits of one currency, in units. */
export type CoinLimits = {
  readonly min: number
  /** The maximum of one withdrawal, which limits the loss of the hot wallet by one mistake. */
  readonly max: number
  /** The maximum of one user within 24 hours. */
  readonly daily: number
  /** Two operators must approve from this sum on, counted over 24 hours. */
  readonly reviewFrom: number
}

/** Simulation: the chain's faucet tops up the hot wallet. */
export type CoinTopUp = (
  chain: ChainName,
  payment: {
    readonly address: string
    readonly amount: bigint
    readonly contract: string | null
    /** `payout`: the chain owes too little by the ledger. `gas`: network fees. */
    readonly purpose: 'payout' | 'gas'
  },
) => Promise<'done' | 'later'>

export type ChainWithdrawalDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly keys: Keys
  readonly mail: Mail
  readonly sessions: Sessions
  /** Decides who may withdraw. */
  readonly gate: Eligibility
  readonly register: ChainRegister
  readonly nodes: ChainNodes
  /** Whether the chains are local ones of the simulation, with an explorer of our own. */
  readonly isLocal: boolean
  readonly signer: Signer
  /** The key with which the signer checks approvals; see `approvalKeyOf`. */
  readonly approvalKey: Buffer
  /** Null until the signer's public keys are known. */
  readonly accounts: () => Promise<WalletAccounts | null>
  /** Whether a receiver is required for any amount (DEC-107); bitcoin always requires one. */
  readonly isReceiverAlwaysNeeded: boolean
  /** The length of the security hold (SRV-82). */
  readonly holdHours: number
  /** The pauses after a new device, and before a first payment to an address. */
  readonly firstTimeHolds: FirstTimeHolds
  /** Whether the exchange is in maintenance, when nothing is paid out. */
  readonly isClosed: () => boolean
  /** Starts to follow the chains. */
  readonly begin: () => void
  readonly topUp: CoinTopUp | null
  /** Tells by custody which currencies are stopped. */
  readonly custody: Pick<CustodyMemory, 'stopOf'>
  /** After this time a waiting transaction gets a higher fee. */
  readonly bumpAfterMs: number
  /** A payout that is under way longer has an alarm; see `overdueAfter`. */
  readonly overdueAfterMs: number
  readonly product: string
  /** The URL of our pages, without a trailing slash. */
  readonly origin: string
}

/** Satoshi for 1,000 virtual bytes: the fee limits of bitcoin payouts. */
export const bitcoinFees: FeeLimits = { floor: 1_000n, cap: 200_000n, fallback: 10_000n }
/** Satoshi: the maximum fee of a payout. */
export const bitcoinFeeMax = 500_000n
export const bitcoinTargetBlocks = 3
/** The maximum number of fee increases of a payout. */
export const bumpsMax = 8

/** The key shared by approving step and signer, as text for the signer's settings (ATT-97). */
export function approvalKeyOf(keys: Keys): Buffer {
  return Buffer.from(keys('chain-approval').toString('base64url'))
}

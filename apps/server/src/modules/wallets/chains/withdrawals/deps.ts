/** What withdrawals over chains stand on. */
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
import type { Gate } from '../../../agreement/index.ts'
import type { FirstTimeHolds } from '../../machine/request-pause.ts'
import type { ChainName } from '../chains.ts'
import type { CustodyMemory } from '../custody/custody-memory.ts'
import type { ChainRegister } from '../register.ts'

/** Our addresses, grown from the signer's extended public keys. */
export type HouseAccounts = { readonly bitcoin: BitcoinAccount; readonly evm: EvmAccount }

/** Of one currency, in units. */
export type CoinLimits = {
  readonly min: number
  /** Of one withdrawal; what the hot wallet may lose by one mistake. */
  readonly max: number
  /** Of one person within 24 hours. */
  readonly daily: number
  /** From here on, counted over 24 hours, two operators must agree. */
  readonly reviewFrom: number
}

/** Simulation: what the hot wallet lacks comes from the chain's faucet. */
export type CoinTopUp = (
  chain: ChainName,
  payment: {
    readonly address: string
    readonly amount: bigint
    readonly contract: string | null
    /** For what the books do not owe over the chain, or for network fees. */
    readonly purpose: 'payout' | 'gas'
  },
) => Promise<'done' | 'later'>

export type ChainOutParts = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly keys: Keys
  readonly mail: Mail
  readonly sessions: Sessions
  /** Says who may withdraw. */
  readonly gate: Gate
  readonly register: ChainRegister
  readonly nodes: ChainNodes
  /** Whether the chains come with the exchange: there is an explorer of our own then. */
  readonly isLocal: boolean
  readonly signer: Signer
  /** By which the signer knows what was approved; see `approvalKeyOf`. */
  readonly approvalKey: Buffer
  /** Null while nobody could say what they are made of. */
  readonly accounts: () => Promise<HouseAccounts | null>
  /** Whether a receiver is asked for whatever the amount (DEC-107); bitcoin always asks. */
  readonly isReceiverAlwaysNeeded: boolean
  /** How long withdrawals rest after a change of how the account is entered (SRV-82). */
  readonly holdHours: number
  /** How long withdrawals rest from a new device, or to an address that was never paid. */
  readonly firstTimeHolds: FirstTimeHolds
  /** Whether the exchange is in maintenance: nothing is paid out then. */
  readonly isClosed: () => boolean
  /** Begins to follow the chains: there is something to send over them. */
  readonly begin: () => void
  readonly topUp: CoinTopUp | null
  /** Says which currencies nothing may go out of, by what was judged of custody. */
  readonly custody: Pick<CustodyMemory, 'stopOf'>
  /** What waits longer gets a higher fee. */
  readonly bumpAfterMs: number
  /** A payout that is under way for longer has an alarm; see `overdueAfter`. */
  readonly overdueAfterMs: number
  readonly product: string
  /** Where our pages are, without a slash at the end. */
  readonly origin: string
}

/** Satoshi for 1,000 virtual bytes: what payouts of bitcoin may offer. */
export const bitcoinFees: FeeLimits = { floor: 1_000n, cap: 200_000n, fallback: 10_000n }
/** Satoshi: no payout costs more. */
export const bitcoinFeeMax = 500_000n
export const bitcoinTargetBlocks = 3
/** Higher fees that a payout gets at most. */
export const bumpsMax = 8

/** The key between approving step and signer, as text, which the signer's settings take (ATT-97). */
export function approvalKeyOf(keys: Keys): Buffer {
  return Buffer.from(keys('chain-approval').toString('base64url'))
}

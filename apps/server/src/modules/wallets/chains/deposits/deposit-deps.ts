/** The dependencies of coin deposits. */
import type { ChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Mail } from '../../../../platform/mail/mail.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { Sessions } from '../../../accounts/index.ts'
import type { Eligibility } from '../../../agreement/index.ts'
import type { AddressKeys } from '../addresses/address-keys.ts'
import type { ChainRegister } from '../register.ts'
import type { Witness } from '../tracking/witness.ts'

export type ChainDepositsDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly mail: Mail
  readonly sessions: Sessions
  /** The keys for proofs of addresses, credits and votes. */
  readonly keys: Keys
  /** Decides who may deposit. */
  readonly gate: Eligibility
  readonly register: ChainRegister
  readonly nodes: ChainNodes
  /** Second nodes, which must confirm large credits; null if there are none. */
  readonly witness: Witness | null
  /** The keys from which addresses are derived. */
  readonly addressKeys: AddressKeys
  /** Whether the chains are local ones of the simulation, with a faucet and an explorer. */
  readonly isLocal: boolean
  /** Whether users may claim a missed ETH deposit (DEC-110). */
  readonly claimsEther: boolean
  /** The URL of our pages, without a trailing slash. */
  readonly origin: string
}

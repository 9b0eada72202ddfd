/** What coins coming in stand on. */
import type { ChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Mail } from '../../../../platform/mail/mail.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { Sessions } from '../../../accounts/index.ts'
import type { Gate } from '../../../agreement/index.ts'
import type { AddressKeys } from '../addresses/address-keys.ts'
import type { ChainRegister } from '../register.ts'
import type { Witness } from '../tracking/witness.ts'

export type ChainDepositsParts = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly mail: Mail
  readonly sessions: Sessions
  /** By which addresses, credits and votes are proven. */
  readonly keys: Keys
  /** Says who may deposit. */
  readonly gate: Gate
  readonly register: ChainRegister
  readonly nodes: ChainNodes
  /** Second nodes, asked before what is much is credited; null: there are none. */
  readonly witness: Witness | null
  /** What addresses are made of. */
  readonly addressKeys: AddressKeys
  /** Whether the chains come with the exchange: there is a faucet then, and an explorer of our own. */
  readonly isLocal: boolean
  /** Whether a missed deposit of ETH may be named by hand (DEC-110). */
  readonly claimsEther: boolean
  /** Where our pages are, without a slash at the end. */
  readonly origin: string
}

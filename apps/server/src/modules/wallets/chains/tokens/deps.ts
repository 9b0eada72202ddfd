/** The dependencies of changes to currencies. */
import type { ChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import type { Signer } from '../../../../adapters/signer/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { Desk } from '../../../desk/index.ts'
import type { Listing } from '../../../markets/index.ts'
import type { LiveRegister } from './live-register.ts'

export type CurrencyDeps = LiveRegister & {
  readonly database: Database
  readonly keys: Keys
  readonly engine: Pick<Engine, 'submit' | 'status'>
  readonly desk: Desk
  readonly listing: Listing
  readonly nodes: ChainNodes
  readonly signer: Signer
  /** The key with which the server approves orders to the signer. */
  readonly approvalKey: Buffer
  /** Whether the chains belong to the simulation. */
  readonly isLocal: boolean
  /** The last price of a market in units of its quote; null before the first trade. */
  readonly lastPrice: (marketId: number) => number | null
}

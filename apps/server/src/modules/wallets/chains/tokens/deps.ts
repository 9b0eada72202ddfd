/** What changing currencies stands on. */
import type { ChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import type { Signer } from '../../../../adapters/signer/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { Desk } from '../../../desk/index.ts'
import type { Listing } from '../../../markets/index.ts'
import type { LiveRegister } from './live-register.ts'

export type CurrencyParts = LiveRegister & {
  readonly database: Database
  readonly keys: Keys
  readonly engine: Pick<Engine, 'submit' | 'status'>
  readonly desk: Desk
  readonly listing: Listing
  readonly nodes: ChainNodes
  readonly signer: Signer
  /** By which the signer knows what the server approved. */
  readonly approvalKey: Buffer
  /** Whether the chains are a simulation's own. */
  readonly isLocal: boolean
  /** Last price of a market in units of its quote; null where nothing was traded. */
  readonly lastPrice: (marketId: number) => number | null
}

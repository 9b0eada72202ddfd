/** What every concern of accounts stands on. */
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Sessions } from './sessions.ts'

export type AccountsParts = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly sessions: Sessions
  readonly isSimulation: boolean
  /** Accounts that one client address may open at once. */
  readonly signUpBurst: number
}

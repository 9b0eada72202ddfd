/** Wires the operator console: admission, its own calls, and the verification of its audit log. */
import { bankAccountOf } from './modules/bank-account/index.ts'
import {
  createDesk,
  type Desk,
  prepareDemoOperators,
  registerDeskRoutes,
  sealEarlierRoles,
  watchChain,
  watchChanges,
} from './modules/desk/index.ts'
import { type LiveSettings, registerSettingsDesk } from './modules/settings/index.ts'
import type { Sessions } from './modules/accounts/index.ts'
import { payoutAccountOf } from './modules/wallets/index.ts'
import type { Database } from './platform/database/pool.ts'
import type { HttpHost } from './platform/http/host.ts'
import type { Log } from './platform/logging/log.ts'
import type { Keys } from './platform/secrets/keys.ts'

export type DeskWiring = {
  readonly http: HttpHost
  readonly database: Database
  readonly log: Log
  readonly sessions: Sessions
  readonly keys: Keys
  /** The origin of our pages, without a slash at the end. */
  readonly origin: string
  readonly product: string
  readonly isSimulation: boolean
  readonly executorEmails: readonly string[]
  readonly live: LiveSettings
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Serves the console's own calls; modules add their queues to the returned console. */
export async function wireDesk(deps: DeskWiring): Promise<Desk> {
  const { http, database, log } = deps
  const { keys } = deps
  await sealEarlierRoles(database, keys)
  if (deps.isSimulation) await prepareDemoOperators(database, keys)
  const site = new URL(deps.origin)
  const voting = {
    rpId: site.hostname,
    origin: site.origin,
    isPasskeyNeeded: !deps.isSimulation,
    isCodeNeeded: true,
  }
  const desk = createDesk({ ...deps, voting })
  const chain = watchChain(database, log, deps.isSimulation ? 'info' : 'warn')
  deps.onStop(() => chain.stop())
  const watch = watchChanges(desk.changes, log)
  deps.onStop(() => watch.stop())
  registerDeskRoutes(http, {
    desk,
    chain,
    product: deps.product,
    bankAccountOf: (userId) => bankAccountOf(database, userId),
    payoutAccountOf: (userId, withdrawalId) => payoutAccountOf(database, userId, withdrawalId),
  })
  registerSettingsDesk(http, desk, deps.live)
  return desk
}

/** Rupiah deposits and withdrawals: the state machine, the service and the routes. */
import type { HttpHost } from '../../../platform/http/host.ts'
import { registerCallbacks } from './gateway/callback-routes.ts'
import type { Desk } from '../../desk/index.ts'
import { sweepCallbacks } from './gateway/callbacks.ts'
import { registerRupiahConsole } from './console/console-routes.ts'
import { registerLink } from './withdrawals/link-routes.ts'
import { startRupiahMachine } from './machine.ts'
import type { RupiahDeps } from './deps.ts'
import { registerRupiahRoutes } from './routes.ts'
import { createRupiahService } from './service.ts'

export type Rupiah = {
  /** Deletes old callbacks. */
  sweep(): Promise<void>
  /** Stops the state machine once the running passes end. */
  stop(): Promise<void>
}

/** Starts the state machine and registers the routes, including those of the console. */
export async function openRupiah(http: HttpHost, desk: Desk, deps: RupiahDeps): Promise<Rupiah> {
  const machine = startRupiahMachine(deps)
  const service = createRupiahService(deps, machine)
  await registerRupiahRoutes(http, deps, service)
  registerLink(http, deps, service)
  await registerCallbacks(http, deps, machine)
  registerRupiahConsole(http, desk, deps, machine)
  return { sweep: () => sweepCallbacks(deps.database), stop: () => machine.stop() }
}

/** Rupiah in and out: the machine, its service and its calls. */
import type { HttpHost } from '../../../platform/http/host.ts'
import { registerCallbacks } from './callback-routes.ts'
import type { Desk } from '../../desk/index.ts'
import { sweepCallbacks } from './callbacks.ts'
import { registerRupiahConsole } from './console-routes.ts'
import { registerLink } from './link-routes.ts'
import { startRupiahMachine } from './machine.ts'
import type { RupiahDeps } from './deps.ts'
import { registerRupiahRoutes } from './routes.ts'
import { createRupiahService } from './service.ts'

export type Rupiah = {
  /** Removes what is too old. */
  sweep(): Promise<void>
  /** Ends the machine once the looks under way are over. */
  stop(): Promise<void>
}

/** Starts the machine and serves the calls, those of the console included. */
export async function openRupiah(http: HttpHost, desk: Desk, deps: RupiahDeps): Promise<Rupiah> {
  const machine = startRupiahMachine(deps)
  const service = createRupiahService(deps, machine)
  await registerRupiahRoutes(http, deps, service)
  registerLink(http, deps, service)
  await registerCallbacks(http, deps, machine)
  registerRupiahConsole(http, desk, deps, machine)
  return { sweep: () => sweepCallbacks(deps.database), stop: () => machine.stop() }
}

/** Rupiah in and out: the machine, its service and its calls. */
import type { HttpHost } from '../../../platform/http/host.ts'
import { registerCallbacks } from './callback-routes.ts'
import type { Desk } from '../../desk/index.ts'
import { sweepCallbacks } from './callbacks.ts'
import { registerRupiahDesk } from './console-routes.ts'
import { registerLink } from './link-routes.ts'
import { startRupiahMachine } from './machine.ts'
import type { RupiahParts } from './deps.ts'
import { registerRupiahRoutes } from './routes.ts'
import { createRupiahService } from './service.ts'

export type Rupiah = {
  /** Removes what is too old. */
  sweep(): Promise<void>
  /** Ends the machine once the looks under way are over. */
  stop(): Promise<void>
}

/** Starts the machine and serves the calls, those of the console included. */
export async function openRupiah(http: HttpHost, desk: Desk, parts: RupiahParts): Promise<Rupiah> {
  const machine = startRupiahMachine(parts)
  const service = createRupiahService(parts, machine)
  await registerRupiahRoutes(http, parts, service)
  registerLink(http, parts, service)
  await registerCallbacks(http, parts, machine)
  registerRupiahDesk(http, desk, parts, machine)
  return { sweep: () => sweepCallbacks(parts.database), stop: () => machine.stop() }
}

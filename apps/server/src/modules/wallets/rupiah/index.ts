/** Rupiah in and out: the machine, its service and its calls. */
import type { HttpHost } from '../../../platform/http/host.ts'
import { registerCallbacks } from './callback-routes.ts'
import { sweepCallbacks } from './callbacks.ts'
import { startRupiahMachine } from './machine.ts'
import type { RupiahParts } from './parts.ts'
import { registerRupiahRoutes } from './routes.ts'
import { createRupiahService } from './service.ts'

export type Rupiah = {
  /** Removes what is too old. */
  sweep(): Promise<void>
  /** Ends the machine once the looks under way are over. */
  stop(): Promise<void>
}

/** Starts the machine and serves the calls. */
export async function openRupiah(http: HttpHost, parts: RupiahParts): Promise<Rupiah> {
  const machine = startRupiahMachine(parts)
  await registerRupiahRoutes(http, parts, createRupiahService(parts, machine))
  await registerCallbacks(http, parts, machine)
  return { sweep: () => sweepCallbacks(parts.database), stop: () => machine.stop() }
}

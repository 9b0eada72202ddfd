/** Opens the identity steps: their calls, and the machine that looks at what is handed in. */
import type { HttpHost } from '../../platform/http/host.ts'
import type { Sessions } from '../accounts/index.ts'
import { lookAt } from './looking.ts'
import type { KycParts } from './parts.ts'
import { registerSteps } from './step-routes.ts'
import { type KycWorker, startKycWorker } from './worker.ts'

/** Serves the calls and starts the machine. */
export async function openKyc(
  http: HttpHost,
  parts: KycParts & { readonly sessions: Sessions },
): Promise<KycWorker> {
  const worker = startKycWorker({ ...parts, look: (userId) => lookAt(parts, userId) })
  await registerSteps(http, { ...parts, onSubmitted: () => worker.wake() })
  return worker
}

/** Opens the identity steps: their calls, and the machine that looks at what is handed in. */
import type { HttpHost } from '../../platform/http/host.ts'
import type { Sessions } from '../accounts/index.ts'
import { checkRecord } from './check-record.ts'
import type { KycDeps } from './deps.ts'
import { registerSteps } from './step-routes.ts'
import { type KycWorker, startKycWorker } from './worker.ts'

/** Serves the calls and starts the machine. */
export async function startKyc(
  http: HttpHost,
  deps: KycDeps & { readonly sessions: Sessions },
): Promise<KycWorker> {
  const worker = startKycWorker({ ...deps, runOnce: (userId) => checkRecord(deps, userId) })
  await registerSteps(http, { ...deps, onSubmitted: () => worker.wake() })
  return worker
}

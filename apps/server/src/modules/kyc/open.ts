/** Starts the identity module: its calls, and the worker of automatic checks. */
import type { HttpHost } from '../../platform/http/host.ts'
import type { Sessions } from '../accounts/index.ts'
import { checkRecord } from './record/check-record.ts'
import type { KycDeps } from './deps.ts'
import { registerSteps } from './steps/step-routes.ts'
import { type KycWorker, startKycWorker } from './worker.ts'

/** Serves the calls and starts the worker. */
export async function startKyc(
  http: HttpHost,
  deps: KycDeps & { readonly sessions: Sessions },
): Promise<KycWorker> {
  const worker = startKycWorker({ ...deps, runOnce: (userId) => checkRecord(deps, userId) })
  await registerSteps(http, { ...deps, onSubmitted: () => worker.wake() })
  return worker
}

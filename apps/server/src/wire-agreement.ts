/** Wires the steps after the identity check: personal details, the agreement, and eligibility. */
import {
  createEligibility,
  type Eligibility,
  identityFiguresOf,
  openToDemoPeople,
  registerAgreementRoutes,
} from './modules/agreement/index.ts'
import type { AccountsDeps } from './modules/accounts/index.ts'
import type { Settings } from './platform/config/settings.ts'
import type { HttpHost } from './platform/http/host.ts'

export type AgreementWiring = Pick<
  AccountsDeps,
  'database' | 'keys' | 'sessions' | 'isSimulation'
> & {
  readonly settings: Settings
  readonly http: HttpHost
}

export type Agreement = {
  readonly gate: Eligibility
  /** The verification and agreement state for the user's own profile. */
  readonly identityFiguresOf: (userId: number) => ReturnType<typeof identityFiguresOf>
}

/** Serves the calls; in a simulation approves the demo people. */
export async function wireAgreement(deps: AgreementWiring): Promise<Agreement> {
  const { database, keys, settings, http, isSimulation } = deps
  registerAgreementRoutes(http, deps)
  if (isSimulation) await openToDemoPeople({ ...deps, clock: Date.now })
  const { tradesBeforeKyc } = settings
  return {
    gate: createEligibility({ database, keys, tradesBeforeKyc }),
    identityFiguresOf: (userId) => identityFiguresOf(deps, userId),
  }
}

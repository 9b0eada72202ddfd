/** Wires what follows a verified identity: particulars, the user agreement, the gate before money. */
import {
  createGate,
  type Gate,
  identityFiguresOf,
  openToDemoPeople,
  registerAgreementRoutes,
} from './modules/agreement/index.ts'
import type { AccountsParts } from './modules/accounts/index.ts'
import type { Settings } from './platform/config/settings.ts'
import type { HttpHost } from './platform/http/host.ts'

export type AgreementWiring = Pick<
  AccountsParts,
  'database' | 'keys' | 'sessions' | 'isSimulation'
> & {
  readonly settings: Settings
  readonly http: HttpHost
}

export type Agreement = {
  readonly gate: Gate
  /** What a person's own profile shows of it. */
  readonly identityFiguresOf: (userId: number) => ReturnType<typeof identityFiguresOf>
}

/** Serves the calls; in simulation opens everything to the demo people. */
export async function wireAgreement(parts: AgreementWiring): Promise<Agreement> {
  const { database, keys, settings, http, isSimulation } = parts
  registerAgreementRoutes(http, parts)
  if (isSimulation) await openToDemoPeople({ ...parts, clock: Date.now })
  const { tradesBeforeKyc } = settings
  return {
    gate: createGate({ database, keys, tradesBeforeKyc }),
    identityFiguresOf: (userId) => identityFiguresOf(parts, userId),
  }
}

/** Wires who people are: the identity check, the steps, and the machine that looks at what is handed in. */
import { openIdentityCheck } from './adapters/identity-check/index.ts'
import type { AccountsDeps } from './modules/accounts/index.ts'
import type { Desk } from './modules/desk/index.ts'
import {
  fitPeople,
  type KycDeps,
  startKyc,
  registerConfigRoutes,
  registerIdentityDesk,
  registerIdmetaCallback,
  registerIdmetaRoutes,
  removeExpired,
} from './modules/kyc/index.ts'
import { SettingsError } from './platform/config/environment.ts'
import type { Settings } from './platform/config/settings.ts'
import type { HttpHost } from './platform/http/host.ts'
import { type Gauge, healthGauge } from './platform/metrics/metrics.ts'

export type IdentityWiring = AccountsDeps & {
  readonly settings: Settings
  readonly http: HttpHost
  readonly desk: Desk
  readonly addGauges: (gauges: readonly Gauge[]) => void
  /** Takes what ends a part, as soon as that part has begun. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

export type IdentityWired = {
  /** Removes what is kept of people for longer than the table of retention says. */
  sweep(): Promise<void>
}

/** Serves the calls and starts the machine; a verifier of our own is started on first use. */
export async function wireIdentity(deps: IdentityWiring): Promise<IdentityWired> {
  const { settings, http, desk, sessions, onStop } = deps
  if (!(await fitPeople(deps.database, deps.keys))) {
    throw new SettingsError('TUKAR_SECRET_KEY is not the one that identities were sealed with.')
  }
  const { identity, kyc } = settings
  const check = openIdentityCheck(deps)
  deps.addGauges([
    healthGauge('tukar_identity_check_state', 'The identity check', () => check.health()),
  ])
  desk.addCounterparty('identity_check', () => check.health())
  const kycDeps: KycDeps = {
    ...deps,
    ...kyc,
    check,
    templateId: identity.templateId,
    thresholds: identity,
    clock: Date.now,
  }
  const machine = await startKyc(http, { ...kycDeps, sessions })
  onStop(() => machine.stop())
  await registerIdmetaRoutes(http, { ...kycDeps, guard: sessions })
  await registerIdmetaCallback(http, { ...kycDeps, check, guard: sessions })
  registerConfigRoutes(http, { ...identity, guard: sessions })
  registerIdentityDesk(http, desk, kycDeps)
  // First of all, so that nothing waits for an identity check that does not answer.
  onStop(() => check.stop())
  return {
    async sweep() {
      const { files, persons } = await removeExpired(deps.database, Date.now())
      if (files + persons === 0) return
      deps.log.info({ files, persons }, 'what was kept of people for long enough is removed')
    },
  }
}

/** Wires identity: the identity check, the steps, and the worker of automatic checks. */
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
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

export type IdentityWired = {
  /** Deletes users' data after the retention periods. */
  sweep(): Promise<void>
}

/** Serves the calls and starts the worker; a local verifier starts on first use. */
export async function wireIdentity(deps: IdentityWiring): Promise<IdentityWired> {
  const { settings, http, desk, sessions, onStop } = deps
  if (!(await fitPeople(deps.database, deps.keys))) {
    throw new SettingsError('TUKAR_SECRET_KEY differs from the key that sealed the identity data.')
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
  // Stopped first, so that nothing waits for an identity check that does not answer.
  onStop(() => check.stop())
  return {
    async sweep() {
      const { files, persons } = await removeExpired(deps.database, Date.now())
      if (files + persons === 0) return
      deps.log.info({ files, persons }, 'identity data removed after its retention period')
    },
  }
}

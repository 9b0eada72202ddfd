/** Wires the settings that operators change while the exchange runs and that no single module owns. */
import {
  type CompanySettings,
  companySettingsOf,
  type LiveSettings,
  openLiveSettings,
} from './modules/settings/index.ts'
import type { Settings } from './platform/config/settings.ts'
import type { Database } from './platform/database/pool.ts'
import type { Keys } from './platform/secrets/keys.ts'

export type SettingsWiring = { readonly live: LiveSettings; readonly company: CompanySettings }

/** Opens the settings with their stored values; the modules register their own. */
export async function wireSettings(deps: {
  readonly database: Database
  readonly keys: Keys
  readonly settings: Settings
}): Promise<SettingsWiring> {
  const live = await openLiveSettings(deps.database, deps.keys)
  const company = companySettingsOf(deps.settings.product)
  live.register(company.name)
  live.register(company.address)
  live.register(company.npwp)
  return { live, company }
}

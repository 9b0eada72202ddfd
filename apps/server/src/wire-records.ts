/** Wires the records of trades for users and operators: statements, and withheld taxes. */
import type { AccountsDeps } from './modules/accounts/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { Listing } from './modules/markets/index.ts'
import type { CompanySettings, LiveSettings } from './modules/settings/index.ts'
import { registerStatements } from './modules/statements/index.ts'
import { registerTaxDesk, registerTaxRoutes } from './modules/tax/index.ts'
import type { HttpHost } from './platform/http/host.ts'

export type RecordsWiring = AccountsDeps & {
  readonly http: HttpHost
  readonly desk: Desk
  readonly listing: Listing
  readonly live: LiveSettings
  readonly company: CompanySettings
}

/** Serves the calls. */
export function wireRecords(deps: RecordsWiring): { readonly sweep: () => Promise<void> } {
  const { http, desk, live } = deps
  const { name, address, npwp } = deps.company
  const company = () => ({
    name: live.value(name),
    address: live.value(address),
    npwp: live.value(npwp),
  })
  const own = { ...deps, company, clock: Date.now }
  registerStatements(http, own)
  registerTaxRoutes(http, own)
  return registerTaxDesk(http, desk, own)
}

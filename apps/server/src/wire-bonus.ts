/** Wires the monthly bonus: its console page, and the closing of each month. */
import type { Engine } from './engine/index.ts'
import type { AccountsDeps } from './modules/accounts/index.ts'
import { closeMonths, registerBonusDesk, termsOf } from './modules/bonus/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { LiveSettings } from './modules/settings/index.ts'
import type { HttpHost } from './platform/http/host.ts'

export type BonusWiring = AccountsDeps & {
  readonly engine: Engine
  readonly http: HttpHost
  readonly desk: Desk
  readonly live: LiveSettings
}

/** Serves the console's call; the returned sweep closes the months that are over. */
export function wireBonus(deps: BonusWiring): { readonly sweep: () => Promise<void> } {
  const own = { ...deps, terms: termsOf(deps.live), clock: Date.now }
  registerBonusDesk(deps.http, deps.desk, own)
  return { sweep: () => closeMonths(own) }
}

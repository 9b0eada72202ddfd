/** Wires what operators see of users and change about them. */
import type { MarketData } from './market-data/index.ts'
import { type AccountsDeps, resetDueFactors } from './modules/accounts/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { Listing } from './modules/markets/index.ts'
import {
  createValueOf,
  type Finder,
  isResetAgreed,
  registerPeople,
} from './modules/people/index.ts'
import {
  type ChainRegister,
  coinLimitsOf,
  rupiahId,
  type RupiahLimits,
} from './modules/wallets/index.ts'
import type { HttpHost } from './platform/http/host.ts'

export type PeopleWiring = AccountsDeps & {
  readonly http: HttpHost
  readonly desk: Desk
  readonly finder: Finder
  readonly listing: Listing
  readonly marketData: MarketData
  readonly register: ChainRegister
  /** The current limits that operators set. */
  readonly rupiahLimits: Pick<RupiahLimits, 'withdrawalDaily'>
}

/** Serves the calls; the sweep completes due resets of second factors. */
export function wirePeople(deps: PeopleWiring): { readonly sweep: () => Promise<void> } {
  const { http, listing, marketData, register, rupiahLimits } = deps
  registerPeople(http, {
    ...deps,
    valueOf: createValueOf(listing, marketData),
    usualDailyOf: (currencyId) =>
      currencyId === rupiahId
        ? rupiahLimits.withdrawalDaily
        : (coinLimitsOf(register, currencyId)?.daily ?? null),
  })
  const isAgreed = (changeId: number, userId: number) => isResetAgreed(deps.desk, changeId, userId)
  return { sweep: () => resetDueFactors({ ...deps, isAgreed }) }
}

/** Wires what operators see of people, and do about them. */
import type { MarketData } from './market-data/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { Listing } from './modules/markets/index.ts'
import { createValueOf, registerPeople } from './modules/people/index.ts'
import type { Database } from './platform/database/pool.ts'
import type { HttpHost } from './platform/http/host.ts'

export type PeopleWiring = {
  readonly http: HttpHost
  readonly database: Database
  readonly desk: Desk
  readonly listing: Listing
  readonly marketData: MarketData
}

/** Serves the calls. */
export function wirePeople(parts: PeopleWiring): void {
  const { http, listing, marketData } = parts
  registerPeople(http, { ...parts, valueOf: createValueOf(listing, marketData) })
}

/** Wires accounting: the sources of the reconciliation, its regular work, and its calls. */
import {
  type AccountingDeps,
  registerAccounting,
  startAccounting,
} from './modules/accounting/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { Listing } from './modules/markets/index.ts'
import type { Finder } from './modules/people/index.ts'
import { strayHolds } from './modules/wallets/index.ts'
import type { HttpHost } from './platform/http/host.ts'
import type { Gauge } from './platform/metrics/metrics.ts'

export type AccountingWiring = Pick<
  AccountingDeps,
  'database' | 'engine' | 'keys' | 'log' | 'custody'
> & {
  readonly http: HttpHost
  readonly desk: Desk
  readonly listing: Listing
  readonly finder: Finder
  readonly addGauges: (gauges: readonly Gauge[]) => void
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/**
 * Starts the reconciliation and registers its gauges and calls. Called last, when every source that it
 * compares is ready.
 */
export function wireAccounting(deps: AccountingWiring): void {
  const { database, http, desk, listing, finder, addGauges, onStop } = deps
  const work = startAccounting({
    ...deps,
    money: () => desk.money(),
    strayHolds: () => strayHolds(database),
    clock: Date.now,
  })
  onStop(() => work.stop())
  const help = 'Checks of the books that found something at the last look; -1 before the first.'
  addGauges([{ name: 'tukar_books_broken', help, read: () => work.broken() }])
  registerAccounting(http, desk, {
    ...deps,
    work,
    recordPersonAccess: (operator, id) => finder.open(operator, id),
    currencies(currencyId) {
      const currency = listing.currency(currencyId)
      return { symbol: currency?.symbol ?? `#${currencyId}`, decimals: currency?.decimals ?? 0 }
    },
    currencyIdOf: (wanted) =>
      listing.currencies().find(({ symbol }) => symbol === wanted)?.currencyId ?? null,
  })
}

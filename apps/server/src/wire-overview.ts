/** Wires the console's overview: its figures, and the counterparties that no other module adds. */
import type { Engine, EngineState } from './engine/index.ts'
import type { MarketData } from './market-data/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { Listing } from './modules/markets/index.ts'
import { type OverviewDeps, setOverview } from './modules/overview/index.ts'
import { createValueOf } from './modules/people/index.ts'
import type { Delivery } from './platform/mail/delivery.ts'

export type OverviewWiring = Pick<OverviewDeps, 'database' | 'custody'> & {
  readonly engine: Pick<Engine, 'status' | 'onStateChanged'>
  readonly desk: Desk
  readonly listing: Listing
  readonly marketData: MarketData
  readonly delivery: Pick<Delivery, 'health'>
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Registers the figures of the overview; called last, when all modules are ready. */
export function wireOverview(deps: OverviewWiring): void {
  const { desk, engine, listing, marketData, delivery, onStop } = deps
  desk.addCounterparty('mail', () => delivery.health())
  const watched = { state: counterpartyStateOf(engine.status().state), sinceMs: Date.now() }
  const stop = engine.onStateChanged(({ state }) => {
    const next = counterpartyStateOf(state)
    if (next === watched.state) return
    watched.state = next
    watched.sinceMs = Date.now()
  })
  onStop(async () => stop())
  desk.addCounterparty('engine', () => ({ ...watched }))
  setOverview(desk, { ...deps, valueOf: createValueOf(listing, marketData), clock: Date.now })
}

/** A server that reloads its tables recovers; one that failed does not. */
function counterpartyStateOf(state: EngineState): 'ok' | 'slow' | 'down' {
  if (state === 'leading') return 'ok'
  return state === 'failed' || state === 'stopped' ? 'down' : 'slow'
}

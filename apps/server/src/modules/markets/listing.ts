/** The current listing, updated from committed events: currencies, markets and charges. */
import { powerOfTen } from '@tukar/money'
import type { CurrencyFigures, MarketScale, RateFigures } from '@tukar/wire'
import type { CommittedBatch, Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { readProfiles } from './profile-store.ts'
import { profileOf } from './profiles.ts'
import {
  type MarketRecord,
  readCurrencies,
  readMarkets,
  readSchedules,
  type ScheduleRecord,
} from './store.ts'

export type ListedMarket = MarketRecord & { readonly scale: MarketScale }

export interface Listing {
  currencies(): readonly CurrencyFigures[]
  currency(currencyId: number): CurrencyFigures | undefined
  markets(): readonly ListedMarket[]
  market(marketId: number): ListedMarket | undefined
  /** By its symbol, BASE_QUOTE. */
  marketOfPair(symbol: string): ListedMarket | undefined
  /** The charges that apply to a market at a time. */
  rates(marketId: number, timeMs: number): readonly RateFigures[]
  /** Reads the listing again, after the tables hold everything committed so far. */
  reload(): Promise<void>
  /** Calls the listener after each reload; returns the function that removes it. */
  onChanged(listener: () => void): () => void
  /** Every scheduled charge, past and future ones too. */
  schedules(): readonly ScheduleRecord[]
}

const listingKinds = new Set(['currency_listed', 'market_set', 'market_state_set', 'schedule_set'])

/** Reads the listing when the tables hold it, and again after each change. */
export async function createListing(
  engine: Engine,
  database: Database,
  keys: Keys,
): Promise<Listing> {
  let currencies = new Map<number, CurrencyFigures>()
  let markets = new Map<number, ListedMarket>()
  let bySymbol = new Map<string, ListedMarket>()
  let schedules: readonly ScheduleRecord[] = []

  const listeners = new Set<() => void>()

  async function load(): Promise<void> {
    const records = await readCurrencies(database)
    const profiles = await readProfiles(database, keys)
    currencies = new Map(
      records.map((record) => {
        const { currencyId, symbol } = record
        return [currencyId, { ...record, ...profileOf(symbol, profiles.get(currencyId)) }]
      }),
    )
    const listed = (await readMarkets(database)).map((market) => withScale(market, currencies))
    markets = new Map(listed.map((market) => [market.marketId, market]))
    bySymbol = new Map(listed.map((market) => [market.symbol, market]))
    schedules = await readSchedules(database)
    for (const notifyListener of listeners) notifyListener()
  }
  // Reloads run one after the other, so that the last one read is the current one.
  let last: Promise<unknown> = Promise.resolve()
  const reload = (): Promise<void> => {
    const row = engine.status().committedRow
    const done = last.then(() => untilProjected(engine, row)).then(load)
    last = done.catch(() => undefined)
    return done
  }
  // A failed reload is retried: a new market would be missing until then.
  const reloadSurely = (): void => {
    reload().catch(() => setTimeout(reloadSurely, retryMs).unref())
  }

  const isChange = (batch: CommittedBatch): boolean =>
    batch.commands.some(({ events }) => events.some((event) => listingKinds.has(event.kind)))
  engine.onCommitted((batch) => {
    if (isChange(batch)) reloadSurely()
  })
  await reload()
  return {
    currencies: () => [...currencies.values()],
    currency: (currencyId) => currencies.get(currencyId),
    markets: () => [...markets.values()],
    market: (marketId) => markets.get(marketId),
    marketOfPair: (symbol) => bySymbol.get(symbol),
    rates: (marketId, timeMs) => activeRates(schedules, marketId, timeMs),
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    schedules: () => schedules,
    reload,
  }
}

const pollMs = 5
const retryMs = 250

/** Waits until the tables hold a journal row. */
async function untilProjected(engine: Engine, row: number): Promise<void> {
  while (engine.status().projectedRow < row && engine.status().state === 'leading') {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function withScale(
  market: MarketRecord,
  currencies: ReadonlyMap<number, CurrencyFigures>,
): ListedMarket {
  const base = currencies.get(market.baseId)
  const quote = currencies.get(market.quoteId)
  const baseDecimals = base?.decimals ?? 0
  return {
    ...market,
    scale: {
      marketId: market.marketId,
      symbol: market.symbol,
      baseSymbol: base?.symbol ?? '',
      quoteSymbol: quote?.symbol ?? '',
      baseDecimals,
      quoteDecimals: quote?.decimals ?? 0,
      baseScale: powerOfTen(baseDecimals),
      tick: market.tick,
    },
  }
}

/** For each kind and payer, the row with the latest date that is not after the time. */
function activeRates(
  schedules: readonly ScheduleRecord[],
  marketId: number,
  timeMs: number,
): readonly RateFigures[] {
  const latest = new Map<string, ScheduleRecord>()
  for (const row of schedules) {
    if (row.marketId !== marketId || row.from > timeMs) continue
    const key = `${row.kind} ${row.payer}`
    const rival = latest.get(key)
    if (rival === undefined || row.from >= rival.from) latest.set(key, row)
  }
  return [...latest.values()].filter((row) => row.ratePpm > 0)
}

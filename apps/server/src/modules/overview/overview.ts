/**
 * The figures of the console's overview in addition to the queues: markets, today's flows, liabilities
 * against custody, counterparties and alarms. Figures are cached for moments, so that frequent requests are
 * cheap.
 */
import { formatPrice, formatUnits } from '@tukar/money'
import {
  type DeskAlarm,
  deskCustodyRow,
  type DeskCustodyRow,
  type DeskFlow,
  deskFlowRow,
  type DeskOverviewMore,
  type DeskParty,
  type OverviewMarket,
} from '@tukar/wire'
import type { MarketData } from '../../market-data/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { createCachedRead } from '../../platform/time/cached-read.ts'
import type { CoinCustody } from '../accounting/index.ts'
import type { Desk } from '../desk/index.ts'
import type { Listing, ListedMarket } from '../markets/index.ts'
import type { ValueOf } from '../people/index.ts'
import { type Alarm, recentAlarms } from './alarms.ts'
import { createFlows, type Flow } from './flows.ts'

export type OverviewDeps = {
  readonly database: Database
  readonly listing: Listing
  readonly marketData: Pick<MarketData, 'knows' | 'ticker'>
  readonly valueOf: ValueOf
  /** The custody of each currency, by the last reconciliation of custody. */
  readonly custody: () => Promise<readonly CoinCustody[]>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const usableMs = 60_000
const flowsMs = 2_000
const custodyMs = 10_000
const alarmsMs = 5_000

/** Registers the figures of the overview. */
export function setOverview(desk: Desk, deps: OverviewDeps): void {
  const { database, clock, listing } = deps
  const flows = createCachedRead(createFlows(database, clock), {
    freshMs: flowsMs,
    usableMs,
    clock,
  })
  const custody = createCachedRead(deps.custody, { freshMs: custodyMs, usableMs, clock })
  const alarms = createCachedRead(() => recentAlarms(database), {
    freshMs: alarmsMs,
    usableMs,
    clock,
  })
  desk.setMore(async (): Promise<DeskOverviewMore> => {
    const [moved, held, raised] = await Promise.all([flows(), custody(), alarms()])
    return {
      markets: listing.markets().map((market) => marketRow(deps, market)),
      flows: flowRows(deps, moved),
      custody: held.map((one) => custodyRow(listing, one)),
      parties: desk.parties().map(counterpartyRow),
      alarms: raised.map((alarm) => alarmRow(listing, alarm)),
    }
  })
}

function marketRow({ marketData }: OverviewDeps, market: ListedMarket): OverviewMarket {
  const { marketId, symbol, state, scale } = market
  const ticker = marketData.knows(marketId) ? marketData.ticker(marketId) : null
  const lastPrice = ticker?.lastPrice ?? null
  const change = ticker?.changeBasisPoints ?? null
  return {
    id: marketId,
    pair: symbol,
    state,
    last_price: lastPrice === null ? null : formatPrice(lastPrice, scale.tick, scale.quoteDecimals),
    change_24h: change === null ? null : formatUnits(change, 2),
    volume_quote: formatUnits(ticker?.volumeQuote ?? 0, scale.quoteDecimals),
  }
}

/** Each currency with flows, rupiah first, with its current value in rupiah. */
function flowRows({ listing, valueOf }: OverviewDeps, flows: readonly Flow[]): readonly DeskFlow[] {
  const inRupiah = (currencyId: number, units: number): number | null => {
    const value = valueOf(currencyId, Math.abs(units))
    return value === null ? null : Math.sign(units) * value
  }
  return flows
    .toSorted((one, other) => one.currencyId - other.currencyId)
    .map(({ currencyId, incoming, outgoing }) =>
      deskFlowRow({
        ...moneyOf(listing, currencyId),
        incoming,
        outgoing,
        incomingRupiah: inRupiah(currencyId, incoming),
        outgoingRupiah: inRupiah(currencyId, outgoing),
      }),
    )
}

function custodyRow(listing: Listing, { liabilities, ...custody }: CoinCustody): DeskCustodyRow {
  return deskCustodyRow({ ...moneyOf(listing, custody.currencyId), ...custody, owed: liabilities })
}

function moneyOf(listing: Listing, currencyId: number) {
  const { symbol = '', decimals = 0 } = listing.currency(currencyId) ?? {}
  return { symbol, decimals }
}

function counterpartyRow({ name, state, sinceMs }: ReturnType<Desk['parties']>[number]): DeskParty {
  return { name, state, since: new Date(sinceMs).toISOString() }
}

/** A subject with a number is shown by its symbol if it is a currency or a market. */
function alarmRow(listing: Listing, alarm: Alarm): DeskAlarm {
  const { no, at, action, subject, signer, console } = alarm
  const [table, id] = subject.split(':')
  const named =
    table === 'currency'
      ? listing.currency(Number(id))?.symbol
      : table === 'market'
        ? listing.market(Number(id))?.symbol
        : undefined
  const figures = signer === null || console === null ? null : { signer, console }
  return { no, at: at.toISOString(), action, subject, about: named ?? subject, figures }
}

/**
 * Simulated liquidity. Two makers quote around the fair prices, and a taker trades with them: at full
 * pace while anybody watches, otherwise once a minute. They send only commands that any user may send.
 */
import type { Command, CoreEvent } from '@tukar/core'
import type pg from 'pg'
import type { Engine, Outcome } from '../engine/port.ts'
import { createFairPrices, type FairPrices } from './fair-prices.ts'
import {
  type FundedCurrency,
  fundingCommands,
  marketMakerIds,
  makerIds,
  takerId,
} from './market-makers.ts'
import { isBetter, type Side, type SimulatedMarket, someQuantity } from './market.ts'
import { styleOf } from './market-style.ts'
import { quoteOrder, takingOrder } from './orders.ts'
import { createRecentUserOrders, type RecentUserOrders } from './people-first.ts'
import { type Quote, requote } from './quotes.ts'
import type { Random } from './random.ts'
import { readOwned } from './store.ts'

export type MakersOptions = {
  readonly engine: Engine
  readonly database: pg.Pool
  /** Markets that they trade, with their current rules. The set of markets never changes. */
  readonly markets: () => readonly SimulatedMarket[]
  /** Whether a market accepts orders now. The makers leave other markets alone. */
  readonly isOpen: (marketId: number) => boolean
  readonly currencies: readonly FundedCurrency[]
  /** Price of the last trade; null where there was none. */
  readonly lastPriceOf: (marketId: number) => number | null
  readonly hasWatchers: () => boolean
  readonly random: Random
  readonly onError: (error: unknown) => void
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  readonly wait: (ms: number, end: AbortSignal) => Promise<void>
}

export type Makers = {
  /** Stops after the current pass. Quotes stay in the book until the next start. */
  stop(): Promise<void>
}

/** Time between two passes while anybody watches. */
const paceMs = 400
/** Time between two passes while nobody watches. */
const restMs = 60_000
/** Time until the balances are read from the database again after a failure. */
const retryMs = 1_000
const msPerMinute = 60_000

type State = MakersOptions & {
  readonly prices: FairPrices
  readonly userOrders: RecentUserOrders
  readonly quotes: Map<number, Quote & { readonly marketId: number }>
  /** Balance of each market maker, by account and currency. */
  readonly owned: Map<string, number>
  /** Set after an unknown outcome: all quotes are canceled and placed again. */
  isOutcomeUnknown: boolean
  lastPassMs: number
}

/** Cancels the quotes of an earlier run, then quotes and trades until stopped. */
export function startMakers(options: MakersOptions): Makers {
  const { engine, markets, lastPriceOf, random, clock } = options
  const state: State = {
    ...options,
    prices: createFairPrices(markets(), lastPriceOf, random),
    userOrders: createRecentUserOrders(),
    quotes: new Map(),
    owned: new Map(),
    isOutcomeUnknown: true,
    lastPassMs: clock(),
  }
  const offs = [
    engine.onCommitted((batch) => {
      state.userOrders.follow(batch)
      for (const { accountId, currencyId, available, held } of batch.balances) {
        if (isMarketMaker(accountId))
          state.owned.set(`${accountId} ${currencyId}`, available + held)
      }
      for (const { events } of batch.commands) follow(state, events)
    }),
    engine.onStateChanged(() => {
      state.isOutcomeUnknown = true
    }),
  ]
  const end = new AbortController()
  const ended = run(state, end.signal)
  return {
    async stop() {
      end.abort()
      for (const off of offs) off()
      await ended
    },
  }
}

function isMarketMaker(accountId: number): boolean {
  return marketMakerIds.some((id) => id === accountId)
}

function follow(state: State, events: readonly CoreEvent[]): void {
  for (const event of events) {
    if (event.kind === 'order_closed') state.quotes.delete(event.orderId)
    if (event.kind !== 'order_rested' || !isMarketMaker(event.accountId)) continue
    const { orderId, accountId, marketId, side, price } = event
    state.quotes.set(orderId, { orderId, accountId, marketId, side, price })
  }
}

async function run(state: State, end: AbortSignal): Promise<void> {
  while (!end.aborted && !(await loadBalances(state))) await state.wait(retryMs, end)
  while (!end.aborted) {
    const isRested = state.clock() >= state.lastPassMs + restMs
    const isDue = state.isOutcomeUnknown || isRested || state.hasWatchers()
    if (isDue && state.engine.status().state === 'leading') {
      await runOnce(state).catch((error: unknown) => state.onError(error))
    }
    await state.wait(paceMs, end)
  }
}

/** Reads the balances. Values from events that arrive meanwhile are newer and stay. */
async function loadBalances(state: State): Promise<boolean> {
  try {
    for (const { accountId, currencyId, owned } of await readOwned(state.database)) {
      const name = `${accountId} ${currencyId}`
      if (!state.owned.has(name)) state.owned.set(name, owned)
    }
    return true
  } catch (error) {
    state.onError(error)
    return false
  }
}

/** One pass over all markets: top-ups, quotes, then occasional trades. */
async function runOnce(state: State): Promise<void> {
  const { prices, isOpen } = state
  const markets = state.markets().filter(({ marketId }) => isOpen(marketId))
  const nowMs = state.clock()
  const minutes = Math.min(Math.max(nowMs - state.lastPassMs, 0), restMs) / msPerMinute
  state.lastPassMs = nowMs
  prices.advance(minutes)
  if (state.isOutcomeUnknown) await cancelAllQuotes(state)
  await submitAll(state, fundingOf(state))
  const changes = markets.map((market) => requoteOf(state, market, nowMs))
  // Cancels come first, so that no new quote meets an old quote of the other maker.
  await submitAll(
    state,
    changes.flatMap(({ cancels }) => cancels),
  )
  await submitAll(
    state,
    changes.flatMap(({ quotes }) => quotes),
  )
  await submitAll(
    state,
    markets.flatMap((market) => takes(state, market, minutes, nowMs)),
  )
}

async function cancelAllQuotes(state: State): Promise<void> {
  state.isOutcomeUnknown = false
  await submitAll(
    state,
    marketMakerIds.map((accountId) => ({ kind: 'cancel_all', accountId, marketId: null })),
  )
  state.quotes.clear()
}

function fundingOf({ currencies, owned }: State): readonly Command[] {
  return fundingCommands(currencies, (accountId, currencyId) => {
    return owned.get(`${accountId} ${currencyId}`) ?? 0
  })
}

function requoteOf(
  state: State,
  market: SimulatedMarket,
  nowMs: number,
): { readonly cancels: readonly Command[]; readonly quotes: readonly Command[] } {
  const { random } = state
  const current = [...state.quotes.values()].filter(({ marketId }) => marketId === market.marketId)
  const change = requote(market, state.prices.priceOf(market), current, random)
  const cancels = change.cancels.map(({ accountId, orderId }): Command => {
    return { kind: 'cancel', accountId, orderId }
  })
  const fronts = {
    buy: frontOf(state, market, 'buy', nowMs),
    sell: frontOf(state, market, 'sell', nowMs),
  }
  const prices = change.prices.filter(({ side, price }) => {
    const front = fronts[side]
    return front === null || !isBetter(side, price, front)
  })
  const quotes = prices.map(({ side, price }) => {
    const accountId = random.uniform() < 0.5 ? makerIds[0] : makerIds[1]
    const quantity = someQuantity(market, price, random)
    return quoteOrder({ accountId, market, side, price, quantity })
  })
  return { cancels, quotes }
}

/** Price of a user's new order ahead of all quotes of the makers on this side; null where there is none. */
function frontOf(state: State, { marketId }: SimulatedMarket, side: Side, nowMs: number) {
  const front = state.userOrders.bestPrice(marketId, side, nowMs)
  const own = bestQuote(state, marketId, side)
  return front !== null && (own === null || isBetter(side, front, own)) ? front : null
}

/** While nobody watches there is at most one trade a minute and market. */
function takes(
  state: State,
  market: SimulatedMarket,
  minutes: number,
  nowMs: number,
): readonly Command[] {
  const { random, userOrders } = state
  const { tradesPerMinute } = styleOf(market.symbol)
  if (random.uniform() >= tradesPerMinute * minutes) return []
  const side: Side = random.uniform() < 0.5 ? 'buy' : 'sell'
  const other = side === 'buy' ? 'sell' : 'buy'
  const price = bestQuote(state, market.marketId, other)
  if (price === null) return []
  const person = userOrders.bestPrice(market.marketId, other, nowMs)
  if (person !== null && !isBetter(other, price, person)) return []
  const quantity = someQuantity(market, price, random)
  return [takingOrder({ accountId: takerId, market, side, price, quantity })]
}

/** The best price that the makers quote on a side; null where they have no quote. */
function bestQuote({ quotes }: State, marketId: number, side: Side): number | null {
  let best: number | null = null
  for (const quote of quotes.values()) {
    if (quote.marketId !== marketId || quote.side !== side) continue
    if (best === null || isBetter(side, quote.price, best)) best = quote.price
  }
  return best
}

async function submitAll(state: State, commands: readonly Command[]): Promise<void> {
  const outcomes = await Promise.all(commands.map((command) => state.engine.submit(command, null)))
  if (outcomes.some(isUncertain)) state.isOutcomeUnknown = true
}

function isUncertain({ status }: Outcome): boolean {
  return status !== 'accepted' && status !== 'refused'
}

/** Waits by a timer of the process. */
export async function waitForTimer(ms: number, end: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      end.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    end.addEventListener('abort', finish)
  })
}

/**
 * The market that lives: two makers quote around the fair prices, a taker trades with them, at
 * full pace while somebody watches, else once a minute. They send what any trader may send.
 */
import type { Command, CoreEvent } from '@tukar/core'
import type pg from 'pg'
import type { Engine, Outcome } from '../engine/port.ts'
import { createFairPrices, type FairPrices } from './fair-prices.ts'
import {
  type FundedCurrency,
  fundingCommands,
  houseTraderIds,
  makerIds,
  takerId,
} from './house-traders.ts'
import { isBetter, type Side, type SimulatedMarket, someQuantity } from './market.ts'
import { styleOf } from './market-style.ts'
import { quoteOrder, takingOrder } from './orders.ts'
import { createPeopleFirst, type PeopleFirst } from './people-first.ts'
import { type Quote, requote } from './quotes.ts'
import type { Random } from './random.ts'
import { readOwned } from './store.ts'

export type MakersOptions = {
  readonly engine: Engine
  readonly database: pg.Pool
  /** What they trade on, by the rules of now; always the same markets. */
  readonly markets: () => readonly SimulatedMarket[]
  /** Whether a market takes orders now: in another one they rest. */
  readonly isOpen: (marketId: number) => boolean
  readonly currencies: readonly FundedCurrency[]
  /** Price of the last trade; null where there was none. */
  readonly lastPriceOf: (marketId: number) => number | null
  readonly hasWatchers: () => boolean
  readonly random: Random
  readonly onTrouble: (error: unknown) => void
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  readonly wait: (ms: number, end: AbortSignal) => Promise<void>
}

export type Makers = {
  /** Ends after what is under way; quotes stay in the book until the next start. */
  stop(): Promise<void>
}

/** Between two looks at the market while somebody watches. */
const paceMs = 400
/** Between two when nobody does. */
const restMs = 60_000
/** Before the database is asked again for what the traders own. */
const retryMs = 1_000
const msPerMinute = 60_000

type State = MakersOptions & {
  readonly prices: FairPrices
  readonly people: PeopleFirst
  readonly quotes: Map<number, Quote & { readonly marketId: number }>
  /** What each trader owns, by account and currency. */
  readonly owned: Map<string, number>
  /** An outcome is not known: all quotes are taken back and set again. */
  isInDoubt: boolean
  movedAtMs: number
}

/** Takes back what an earlier run left, then quotes and trades until it is stopped. */
export function startMakers(options: MakersOptions): Makers {
  const { engine, markets, lastPriceOf, random, clock } = options
  const state: State = {
    ...options,
    prices: createFairPrices(markets(), lastPriceOf, random),
    people: createPeopleFirst(),
    quotes: new Map(),
    owned: new Map(),
    isInDoubt: true,
    movedAtMs: clock(),
  }
  const offs = [
    engine.onCommitted((batch) => {
      state.people.follow(batch)
      for (const { accountId, currencyId, available, held } of batch.balances) {
        if (isHouseTrader(accountId))
          state.owned.set(`${accountId} ${currencyId}`, available + held)
      }
      for (const { events } of batch.commands) follow(state, events)
    }),
    engine.onStateChanged(() => {
      state.isInDoubt = true
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

function isHouseTrader(accountId: number): boolean {
  return houseTraderIds.some((id) => id === accountId)
}

function follow(state: State, events: readonly CoreEvent[]): void {
  for (const event of events) {
    if (event.kind === 'order_closed') state.quotes.delete(event.orderId)
    if (event.kind !== 'order_rested' || !isHouseTrader(event.accountId)) continue
    const { orderId, accountId, marketId, side, price } = event
    state.quotes.set(orderId, { orderId, accountId, marketId, side, price })
  }
}

async function run(state: State, end: AbortSignal): Promise<void> {
  while (!end.aborted && !(await knowsOwned(state))) await state.wait(retryMs, end)
  while (!end.aborted) {
    const isRested = state.clock() >= state.movedAtMs + restMs
    const isDue = state.isInDoubt || isRested || state.hasWatchers()
    if (isDue && state.engine.status().state === 'leading') {
      await move(state).catch((error: unknown) => state.onTrouble(error))
    }
    await state.wait(paceMs, end)
  }
}

/** Reads what the traders own; what events told meanwhile is newer and stays. */
async function knowsOwned(state: State): Promise<boolean> {
  try {
    for (const { accountId, currencyId, owned } of await readOwned(state.database)) {
      const name = `${accountId} ${currencyId}`
      if (!state.owned.has(name)) state.owned.set(name, owned)
    }
    return true
  } catch (error) {
    state.onTrouble(error)
    return false
  }
}

/** One look at all markets: funds, quotes, then a trade here and there. */
async function move(state: State): Promise<void> {
  const { prices, isOpen } = state
  const markets = state.markets().filter(({ marketId }) => isOpen(marketId))
  const nowMs = state.clock()
  const minutes = Math.min(Math.max(nowMs - state.movedAtMs, 0), restMs) / msPerMinute
  state.movedAtMs = nowMs
  prices.advance(minutes)
  if (state.isInDoubt) await beginAnew(state)
  await submitAll(state, fundingOf(state))
  const changes = markets.map((market) => requoteOf(state, market, nowMs))
  // What has to go goes first, so that no new quote meets an old one of the other maker.
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

async function beginAnew(state: State): Promise<void> {
  state.isInDoubt = false
  await submitAll(
    state,
    houseTraderIds.map((accountId) => ({ kind: 'cancel_all', accountId, marketId: null })),
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
  const standing = [...state.quotes.values()].filter(({ marketId }) => marketId === market.marketId)
  const change = requote(market, state.prices.priceOf(market), standing, random)
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

/** Price of a person's new order that stands before all of the makers' own on this side. */
function frontOf(state: State, { marketId }: SimulatedMarket, side: Side, nowMs: number) {
  const front = state.people.bestPrice(marketId, side, nowMs)
  const own = bestQuote(state, marketId, side)
  return front !== null && (own === null || isBetter(side, front, own)) ? front : null
}

/** At rest there is one trade a minute and market at most. */
function takes(
  state: State,
  market: SimulatedMarket,
  minutes: number,
  nowMs: number,
): readonly Command[] {
  const { random, people } = state
  const { tradesPerMinute } = styleOf(market.symbol)
  if (random.uniform() >= tradesPerMinute * minutes) return []
  const side: Side = random.uniform() < 0.5 ? 'buy' : 'sell'
  const other = side === 'buy' ? 'sell' : 'buy'
  const price = bestQuote(state, market.marketId, other)
  if (price === null) return []
  const person = people.bestPrice(market.marketId, other, nowMs)
  if (person !== null && !isBetter(other, price, person)) return []
  const quantity = someQuantity(market, price, random)
  return [takingOrder({ accountId: takerId, market, side, price, quantity })]
}

/** The best price that the makers quote on a side; null where they do not. */
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
  if (outcomes.some(isUncertain)) state.isInDoubt = true
}

function isUncertain({ status }: Outcome): boolean {
  return status !== 'accepted' && status !== 'refused'
}

/** Waits by the process's own timers. */
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

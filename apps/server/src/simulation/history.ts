/**
 * The first days of a new simulation. Market makers trade with each other through core and journal at past
 * times, so that every candle consists of trades in the ledger.
 */
import type { Command } from '@tukar/core'
import type { Engine } from '../engine/port.ts'
import { createFairPrices, type FairPrices } from './fair-prices.ts'
import { type FundedCurrency, fundingCommands, makerIds, takerId } from './market-makers.ts'
import { priceAway, type SimulatedMarket, someQuantity } from './market.ts'
import { styleOf } from './market-style.ts'
import { quoteOrder, takingOrder } from './orders.ts'
import { createRandom, type Random } from './random.ts'

export type HistoryOptions = {
  readonly engine: Engine
  readonly markets: readonly SimulatedMarket[]
  readonly currencies: readonly FundedCurrency[]
  /** Milliseconds since 1970. The first trade is after `fromMs`, the last before `toMs`. */
  readonly fromMs: number
  /** Trades up to this time exist already; equal to `fromMs` where there are none. */
  readonly madeUntilMs: number
  readonly toMs: number
  readonly seed: number
}

const minuteMs = 60_000
/** Maximum number of batches in flight: the engine commits one while the next is made. */
const batchesAhead = 64

/**
 * Makes trades from `fromMs` to `toMs`, one batch a minute. An interrupted history continues as if it had not
 * been interrupted: the same seed gives the same trades.
 *
 * @throws if the engine rejects a batch
 */
export async function makeHistory(options: HistoryOptions): Promise<void> {
  const { engine, markets, currencies, fromMs, madeUntilMs, toMs } = options
  const random = createRandom(options.seed)
  const prices = createFairPrices(markets, () => null, random)
  const fundedMs = fromMs + 1
  if (madeUntilMs < fundedMs) {
    await submit(
      engine,
      fundedMs,
      fundingCommands(currencies, () => 0),
    )
  }
  let pending: Promise<void>[] = []
  for (let timeMs = fromMs + minuteMs; timeMs < toMs; timeMs += minuteMs) {
    prices.advance(1)
    const commands = markets.flatMap((market) => someTrades(market, prices, random))
    if (commands.length > 0 && timeMs > madeUntilMs) pending.push(submit(engine, timeMs, commands))
    if (pending.length < batchesAhead) continue
    await Promise.all(pending)
    pending = []
  }
  await Promise.all(pending)
}

async function submit(engine: Engine, timeMs: number, commands: readonly Command[]): Promise<void> {
  if (!(await engine.submitPast(timeMs, commands))) {
    throw new Error('The engine rejected the market history.')
  }
}

/** For each trade of a minute: a resting order, and an order that fills it completely. */
function someTrades(
  market: SimulatedMarket,
  prices: FairPrices,
  random: Random,
): readonly Command[] {
  const style = styleOf(market.symbol)
  const commands: Command[] = []
  const wanted = style.pastTradesPerMinute
  const count = Math.floor(wanted) + (random.uniform() < wanted % 1 ? 1 : 0)
  for (let trade = 0; trade < count; trade++) {
    const side = random.uniform() < 0.5 ? 'buy' : 'sell'
    const drift = prices.priceOf(market) * (1 + random.normal() * style.volatility * 0.5)
    const price = priceAway(market, side, drift, style.halfSpread)
    const quantity = someQuantity(market, price, random)
    const accountId = random.uniform() < 0.5 ? makerIds[0] : makerIds[1]
    const figures = { market, price, quantity }
    commands.push(quoteOrder({ ...figures, accountId, side }))
    const takerSide = side === 'buy' ? 'sell' : 'buy'
    commands.push(takingOrder({ ...figures, accountId: takerId, side: takerSide }))
  }
  return commands
}

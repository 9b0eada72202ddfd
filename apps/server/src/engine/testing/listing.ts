/** A small listing for tests of the engine: rupiah, bitcoin, and their market with its charges. */
import type { Command, SetMarket } from '@tukar/core'

/** Typed as brands by one cast: test figures are plain integers. */
type Plain<T> = { [K in keyof T]: T[K] extends number ? number : T[K] }

const market: Plain<SetMarket> = {
  kind: 'set_market',
  marketId: 1,
  symbol: 'BTC_IDR',
  baseId: 2,
  quoteId: 1,
  tick: 100_000,
  lot: 1,
  notionalMin: 1_000_000,
  quantityMax: 1_000_000_000_000,
  priceMin: 100_000_000,
  priceMax: 90_000_000_000_000,
  referencePrice: 165_000_000_000,
  buyBandPpm: 1_200_000,
  sellBandPpm: 800_000,
  openOrdersMax: 200,
}

export const listing = [
  { kind: 'list_currency', currencyId: 1, code: 'IDR', decimals: 2, supplyMax: 2 ** 52 },
  { kind: 'list_currency', currencyId: 2, code: 'BTC', decimals: 8, supplyMax: 21e14 },
  market,
  { kind: 'set_market_state', marketId: 1, state: 'open' },
  schedule(1, 'fee', 'taker', 2_000),
  schedule(2, 'fee', 'maker', 1_000),
  schedule(3, 'bourse', 'both', 111),
  schedule(4, 'income_tax', 'seller', 2_100),
] as unknown as readonly Command[]

function schedule(scheduleId: number, chargeKind: string, payer: string, ratePpm: number): object {
  return {
    kind: 'set_schedule',
    scheduleId,
    marketId: 1,
    chargeKind,
    payer,
    base: 'gross',
    ratePpm,
    from: 0,
  }
}

/** A credit from the simulation's rail. */
export function creditOf(accountId: number, currencyId: number, amount: number): Command {
  const cause = { reason: 'test', source: `test:${accountId}` }
  const command = { kind: 'credit', accountId, currencyId, amount, railId: 100, ...cause }
  return command as unknown as Command
}

/** A limit order; price in rupiah units for one bitcoin, quantity in satoshi. */
export function placeOf(
  accountId: number,
  side: 'buy' | 'sell',
  price: number,
  quantity: number,
): Command {
  const command = {
    kind: 'place',
    accountId,
    marketId: 1,
    side,
    price,
    size: { by: 'quantity', quantity },
    timeInForce: 'GTC',
    postOnly: false,
  }
  return command as unknown as Command
}

/** The listing of a simulation: few accounts and narrow books, so that orders often match. */
import { currencyUnits as units, priceUnits, ratePpm } from '@tukar/money'
import type { ChargeSchedule, Command, MarketRules } from '../index.ts'
import type { Random } from './random.ts'

export const startTimeMs = Date.UTC(2026, 0, 1)
export const dayMs = 86_400_000
export const userIds: readonly number[] = [
  900,
  901,
  ...Array.from({ length: 14 }, (_, index) => 1001 + index),
]
export const railIds: readonly number[] = [100, 101, 103]

/** The typical amount of each currency that one account moves, in units. */
export const usualAmounts: readonly { readonly currencyId: number; readonly amount: number }[] = [
  { currencyId: 1, amount: 40_000_000_000 },
  { currencyId: 2, amount: 30_000_000 },
  { currencyId: 3, amount: 3_000_000_000 },
  { currencyId: 4, amount: 3_000 },
]

const listings: readonly Command[] = [
  ['IDR', 2, 2 ** 52],
  ['BTC', 8, 2_100_000_000_000_000],
  ['USDT', 6, 400_000_000_000],
  ['KOIN', 0, 120_000],
].map(([code, decimals, supplyMax], index) => ({
  kind: 'list_currency',
  currencyId: index + 1,
  code: String(code),
  decimals: Number(decimals),
  supplyMax: units(Number(supplyMax)),
}))

type Shape = readonly [symbol: string, baseId: number, quoteId: number, price: number, lot: number]

const shapes: readonly Shape[] = [
  ['BTC_IDR', 2, 1, 165_000_000_000, 1_000],
  ['USDT_IDR', 3, 1, 1_650_000, 7_000],
  ['BTC_USDT', 2, 3, 100_000_000_000, 13],
  ['KOIN_USDT', 4, 3, 777_777, 1],
]

/** A tick of about a thousandth of the price, often one at which amounts do not divide evenly. */
function rulesOf(random: Random, shape: Shape, marketId: number): MarketRules {
  const [symbol, baseId, quoteId, price, lot] = shape
  const tick = random.pick([1, 10, Math.floor(price / 1_000), Math.floor(price / 3_001)])
  const reference = price - (price % tick)
  return {
    marketId,
    symbol,
    baseId,
    quoteId,
    tick: priceUnits(tick),
    lot: units(lot),
    notionalMin: units(random.pick([1, 100_000])),
    quantityMax: units(lot * random.pick([1_000, 1_000_000])),
    priceMin: priceUnits(Math.ceil(Math.floor(price / 12) / tick) * tick),
    priceMax: priceUnits(price * 20),
    referencePrice: priceUnits(reference),
    buyBandPpm: ratePpm(1_200_000),
    sellBandPpm: ratePpm(800_000),
    openOrdersMax: random.between(2, 8),
  }
}

/** Both fees, the bourse's share, a tax on the fee and one on the gross: every kind of charge at once. */
const charges: readonly Pick<ChargeSchedule, 'chargeKind' | 'payer' | 'base' | 'ratePpm'>[] = [
  { chargeKind: 'fee', payer: 'maker', base: 'gross', ratePpm: ratePpm(1_000) },
  { chargeKind: 'fee', payer: 'taker', base: 'gross', ratePpm: ratePpm(2_000) },
  { chargeKind: 'bourse', payer: 'both', base: 'gross', ratePpm: ratePpm(111) },
  { chargeKind: 'vat', payer: 'buyer', base: 'fee', ratePpm: ratePpm(110_000) },
  { chargeKind: 'income_tax', payer: 'seller', base: 'gross', ratePpm: ratePpm(2_100) },
]

/** The commands that list everything and give each account its first funds. */
export function seedCommands(random: Random): Command[] {
  const markets = shapes.map((shape, index) => rulesOf(random, shape, index + 1))
  const cause = { reason: 'starting_fund', source: 'simulation:1' }
  return [
    { kind: 'begin_epoch', epoch: 1 },
    ...listings,
    ...markets.map((rules): Command => ({ kind: 'set_market', ...rules })),
    ...markets.flatMap(({ marketId }) =>
      charges.map((charge, index): Command => {
        const scheduleId = marketId * 10 + index
        return { kind: 'set_schedule', scheduleId, marketId, from: startTimeMs, ...charge }
      }),
    ),
    ...markets.map(
      ({ marketId }): Command => ({
        kind: 'set_market_state',
        marketId,
        state: 'open',
      }),
    ),
    ...userIds.flatMap((accountId) =>
      usualAmounts.map(
        ({ currencyId, amount }): Command => ({
          kind: 'credit',
          accountId,
          currencyId,
          amount: units(amount),
          railId: 100,
          ...cause,
        }),
      ),
    ),
  ]
}

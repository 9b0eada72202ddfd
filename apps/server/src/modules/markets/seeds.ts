/** The listing of a new exchange: the first commands of its journal. */
import type { ChargeKind, ChargePayer, Command } from '@tukar/core'
import { currencyUnits, priceUnits, ratePpm } from '@tukar/money'
import { jakartaDayStart } from '../../platform/text/dates.ts'
import type { MarketRecord } from './store.ts'

type MarketSeed = Omit<MarketRecord, 'buyBandPpm' | 'sellBandPpm' | 'openOrdersMax' | 'state'>

/** The maximum supply of a currency in units: half of 2^53; anything above it goes to suspense. */
export const supplyMax = 4_503_599_627_370_496

const currencies = [
  { currencyId: 1, code: 'IDR', decimals: 2 },
  { currencyId: 2, code: 'BTC', decimals: 8 },
  { currencyId: 3, code: 'ETH', decimals: 8 },
  { currencyId: 4, code: 'BNB', decimals: 8 },
  { currencyId: 5, code: 'USDT', decimals: 6 },
] as const

/** Prices in quote units for one whole base: sen in rupiah markets, millionths in USDT markets. */
const markets: readonly MarketSeed[] = [
  {
    marketId: 1,
    symbol: 'BTC_IDR',
    baseId: 2,
    quoteId: 1,
    tick: 100_000,
    lot: 1,
    notionalMin: 1_000_000,
    quantityMax: 100_000_000_000,
    priceMin: 100_000_000,
    priceMax: 10_000_000_000_000,
    referencePrice: 165_000_000_000,
  },
  {
    marketId: 2,
    symbol: 'ETH_IDR',
    baseId: 3,
    quoteId: 1,
    tick: 100_000,
    lot: 10,
    notionalMin: 1_000_000,
    quantityMax: 1_000_000_000_000,
    priceMin: 10_000_000,
    priceMax: 1_000_000_000_000,
    referencePrice: 5_775_000_000,
  },
  {
    marketId: 3,
    symbol: 'BNB_IDR',
    baseId: 4,
    quoteId: 1,
    tick: 10_000,
    lot: 100,
    notionalMin: 1_000_000,
    quantityMax: 5_000_000_000_000,
    priceMin: 1_000_000,
    priceMax: 200_000_000_000,
    referencePrice: 1_485_000_000,
  },
  {
    marketId: 4,
    symbol: 'USDT_IDR',
    baseId: 5,
    quoteId: 1,
    tick: 100,
    lot: 100,
    notionalMin: 1_000_000,
    quantityMax: 10_000_000_000_000,
    priceMin: 10_000,
    priceMax: 100_000_000,
    referencePrice: 1_650_000,
  },
  {
    marketId: 5,
    symbol: 'BTC_USDT',
    baseId: 2,
    quoteId: 5,
    tick: 10_000,
    lot: 1,
    notionalMin: 1_000_000,
    quantityMax: 100_000_000_000,
    priceMin: 100_000_000,
    priceMax: 10_000_000_000_000,
    referencePrice: 100_000_000_000,
  },
]

type DatedRate = readonly [kind: ChargeKind, payer: ChargePayer, ratePpm: number, from: number]

/** PMK 68/2022, PMK 81/2024, PMK 11/2025, PMK 50/2025; the bourse's notices. */
const rupiahRates: readonly DatedRate[] = [
  ['fee', 'taker', 2_000, 0],
  ['fee', 'maker', 1_000, 0],
  ['vat', 'buyer', 1_100, jakartaDayStart('2022-05-01')],
  ['vat', 'buyer', 1_200, jakartaDayStart('2025-01-01')],
  ['vat', 'buyer', 1_100, jakartaDayStart('2025-02-11')],
  ['vat', 'buyer', 0, jakartaDayStart('2025-08-01')],
  ['income_tax', 'seller', 1_000, jakartaDayStart('2022-05-01')],
  ['income_tax', 'seller', 2_100, jakartaDayStart('2025-08-01')],
  ['bourse', 'both', 222, 0],
  ['bourse', 'both', 111, jakartaDayStart('2026-03-01')],
]

/** A swap has two sellers (PMK 50/2025), and before that also had two buyers (PMK 68/2022). */
const swapRates: readonly DatedRate[] = [
  ['fee', 'taker', 2_000, 0],
  ['fee', 'maker', 1_000, 0],
  ['income_tax', 'both', 1_000, jakartaDayStart('2022-05-01')],
  ['income_tax', 'both', 2_100, jakartaDayStart('2025-08-01')],
  ['bourse', 'both', 222, 0],
  ['vat', 'both', 1_100, jakartaDayStart('2022-05-01')],
  ['vat', 'both', 1_200, jakartaDayStart('2025-01-01')],
  ['vat', 'both', 1_100, jakartaDayStart('2025-02-11')],
  ['vat', 'both', 0, jakartaDayStart('2025-08-01')],
]

const rupiahId = 1
const schedulesPerMarket = 100

/** The seed commands in an order that the core accepts: list, charge, open. */
export function seedCommands(): readonly Command[] {
  return [
    ...currencies.map((currency): Command => {
      return { kind: 'list_currency', ...currency, supplyMax: currencyUnits(supplyMax) }
    }),
    ...markets.flatMap((market) => [
      setMarket(market),
      ...(market.quoteId === rupiahId ? rupiahRates : swapRates).map((rate, index) =>
        setSchedule(market.marketId, index, rate),
      ),
      { kind: 'set_market_state', marketId: market.marketId, state: 'open' } as const,
    ]),
  ]
}

function setMarket(seed: MarketSeed): Command {
  return {
    kind: 'set_market',
    marketId: seed.marketId,
    symbol: seed.symbol,
    baseId: seed.baseId,
    quoteId: seed.quoteId,
    tick: priceUnits(seed.tick),
    lot: currencyUnits(seed.lot),
    notionalMin: currencyUnits(seed.notionalMin),
    quantityMax: currencyUnits(seed.quantityMax),
    priceMin: priceUnits(seed.priceMin),
    priceMax: priceUnits(seed.priceMax),
    referencePrice: priceUnits(seed.referencePrice),
    buyBandPpm: ratePpm(1_200_000),
    sellBandPpm: ratePpm(800_000),
    openOrdersMax: 200,
  }
}

function setSchedule(marketId: number, index: number, rate: DatedRate): Command {
  const [chargeKind, payer, ppm, from] = rate
  const scheduleId = marketId * schedulesPerMarket + index
  const charge = { chargeKind, payer, base: 'gross', ratePpm: ratePpm(ppm), from } as const
  return { kind: 'set_schedule', scheduleId, marketId, ...charge }
}

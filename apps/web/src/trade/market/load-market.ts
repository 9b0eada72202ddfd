/** Loads a market with its rules and charges (`GET /markets/{id}`), in units. */
import { type PreviewRate, priceUnits, ratePpm as toRate } from '@tukar/money'
import { type CurrencyRow, type MarketRow, routes } from '@tukar/wire'
import { load } from '../../api/call.ts'
import { decodeMeasures } from '../../feed/decode.ts'
import { pairText } from '../../markets/market.ts'
import type { MarketAsset, SideRates, TradeMarket } from './market.ts'
import { toUnits } from '../wire.ts'

/** Loads a market by id; throws without a readable answer. */
export function loadMarket(id: string): Promise<TradeMarket> {
  return load(routes.market, { id }, ({ data }) => readMarket(data))
}

/** Reads a market's row (DATA-03 and its additions). */
export function readMarket(row: MarketRow): TradeMarket {
  const measures = decodeMeasures(row)
  if (measures === null) throw new Error('a market has a tick and a lot')
  const { priceDecimals, baseDecimals, tick } = measures
  const { pair, market_state: state } = row
  const [base, quote] = row.currencies
  return {
    id: row.id,
    pair,
    pairText: pairText(pair),
    base: readAsset(base, baseDecimals),
    quote: readAsset(quote, priceDecimals),
    tick,
    lot: toUnits(row.lot, baseDecimals),
    notionalMin: toUnits(row.minimum, priceDecimals),
    baseScale: 10 ** baseDecimals,
    state: state === 'halted' || state === 'cancel_only' ? state : 'open',
    feeRate: row.ticker_percent_spread,
    rates: { buy: readRates(row, 'buyer'), sell: readRates(row, 'seller') },
    measures,
    band: readBand(row.band, priceDecimals),
  }
}

/** Reads the price limits of orders. */
function readBand(band: MarketRow['band'], priceDecimals: number): TradeMarket['band'] {
  return {
    priceMin: priceUnits(toUnits(band.price_min, priceDecimals)),
    priceMax: priceUnits(toUnits(band.price_max, priceDecimals)),
    reference: toUnits(band.reference, priceDecimals),
    buyBandPpm: toRate(band.buy_ppm),
    sellBandPpm: toRate(band.sell_ppm),
  }
}

function readAsset(row: CurrencyRow | undefined, decimals: number): MarketAsset {
  if (row === undefined) throw new Error('a market has two currencies')
  const { ccurrency_symbol: symbol, ccurrency_name: name, ccurrency_icon_data_url: icon } = row
  return { symbol, name, icon: icon === '' ? null : icon, decimals }
}

const kinds = ['fee', 'bourse', 'vat', 'income_tax'] as const

/** The charges of a side as taker and maker, in the order in which they are taken. */
function readRates({ charges }: MarketRow, party: 'buyer' | 'seller'): SideRates {
  const of = (role: 'taker' | 'maker'): readonly PreviewRate[] =>
    kinds.flatMap((kind) =>
      charges
        .filter((charge) => charge.kind === kind)
        .filter(({ payer }) => payer === 'both' || payer === role || payer === party)
        .map(({ base, rate_ppm: ratePpm }): PreviewRate => {
          return { kind, base: base === 'fee' ? 'fee' : 'gross', ratePpm: toRate(ratePpm) }
        })
        .filter(({ ratePpm }) => ratePpm > 0),
    )
  return { taker: of('taker'), maker: of('maker') }
}

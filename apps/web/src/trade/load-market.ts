/** Loads a market with its rules and charges (`GET /markets/{id}`), in units. */
import { type PreviewRate, priceUnits, ratePpm as toRate } from '@tukar/money'
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { send } from '../api/request.ts'
import { decodeMeasures } from '../feed/decode.ts'
import { pairText } from '../markets/market.ts'
import type { MarketAsset, SideRates, TradeMarket } from './market.ts'
import { CallFailed } from './trade-calls.ts'
import { unitsAt } from './wire-reading.ts'

/** Loads the market of an id; throws where there is none or its row lacks its rules. */
export async function loadMarket(id: string): Promise<TradeMarket> {
  const outcome = await send({
    host: 'api',
    method: 'GET',
    path: `/markets/${encodeURIComponent(id)}`,
  })
  if (!outcome.ok) throw new CallFailed(outcome)
  const data = outcome.body['data']
  const market = isRecord(data) ? readMarket(data) : null
  if (market === null) throw new Error('market.unreadable')
  return market
}

/** Reads a market's row (DATA-03 and its additions); null where its rules are missing. */
export function readMarket(row: JsonRecord): TradeMarket | null {
  const measures = decodeMeasures(row)
  if (measures === null) return null
  const { priceDecimals, baseDecimals, tick } = measures
  const lot = unitsAt(row, 'lot', baseDecimals)
  const notionalMin = unitsAt(row, 'minimum', priceDecimals)
  if (lot === null || notionalMin === null) return null
  const currencies = Array.isArray(row['currencies']) ? row['currencies'].filter(isRecord) : []
  const pair = textAt(row, 'pair')
  const [base = '', quote = ''] = pair.split('_')
  const state = textAt(row, 'market_state')
  return {
    id: Number(row['id']),
    pair,
    pairText: pairText(pair),
    base: readAsset(currencies[0], base, baseDecimals),
    quote: readAsset(currencies[1], quote, priceDecimals),
    tick,
    lot,
    notionalMin,
    baseScale: 10 ** baseDecimals,
    state: state === 'halted' || state === 'cancel_only' ? state : 'open',
    feeRate: textAt(row, 'ticker_percent_spread') || null,
    rates: { buy: ratesOf(row, 'buyer'), sell: ratesOf(row, 'seller') },
    measures,
    band: readBand(row['band'], priceDecimals),
  }
}

/** Reads what bounds the price of an order; null where it is not told. */
function readBand(value: unknown, priceDecimals: number): TradeMarket['band'] {
  if (!isRecord(value)) return null
  const [priceMin, priceMax, reference] = ['price_min', 'price_max', 'reference'].map((key) =>
    unitsAt(value, key, priceDecimals),
  )
  const [buy, sell] = [Number(value['buy_ppm']), Number(value['sell_ppm'])]
  const isWhole = Number.isInteger(buy) && Number.isInteger(sell)
  if (!isWhole || typeof priceMin !== 'number' || typeof priceMax !== 'number') return null
  if (typeof reference !== 'number') return null
  return {
    priceMin: priceUnits(priceMin),
    priceMax: priceUnits(priceMax),
    reference,
    buyBandPpm: toRate(buy),
    sellBandPpm: toRate(sell),
  }
}

function readAsset(row: JsonRecord | undefined, symbol: string, decimals: number): MarketAsset {
  const icon = row === undefined ? '' : textAt(row, 'ccurrency_icon_data_url')
  const name = row === undefined ? '' : textAt(row, 'ccurrency_name')
  return { symbol, name, icon: icon === '' ? null : icon, decimals }
}

const kinds = ['fee', 'bourse', 'vat', 'income_tax'] as const

/** What a side is charged as taker and as maker, in the order in which charges are taken. */
function ratesOf(row: JsonRecord, party: 'buyer' | 'seller'): SideRates {
  const charges = Array.isArray(row['charges']) ? row['charges'].filter(isRecord) : []
  const of = (role: 'taker' | 'maker'): readonly PreviewRate[] =>
    kinds.flatMap((kind) =>
      charges
        .filter((charge) => charge['kind'] === kind)
        .filter(({ payer }) => payer === 'both' || payer === role || payer === party)
        .map((charge): PreviewRate => {
          const base = charge['base'] === 'fee' ? 'fee' : 'gross'
          return { kind, base, ratePpm: toRate(Number(charge['rate_ppm'])) }
        })
        .filter(({ ratePpm }) => Number.isInteger(ratePpm) && ratePpm > 0),
    )
  return { taker: of('taker'), maker: of('maker') }
}

/** A market's row of the wire, for tests. */
import type { CurrencyRow, MarketRow } from '@tukar/wire'

const currency: CurrencyRow = {
  id: 1,
  ccurrency_symbol: 'BTC',
  ccurrency_name: 'Bitcoin',
  ccurrency_icon_data_url: '',
  decimal_display: 8,
  ccurrency_kind: 'bitcoin',
  wd_config: [],
  travel_rules_limit: null,
  ccurrency_withdraw_fee: '0',
  ccurrency_config: { address_view: 'yes', deposit_info_view: 'no', deposit_manual_view: 'no' },
  ccurrency_show: 'yes',
  ccurrency_deposit_open: 'yes',
  ccurrency_withdraw_open: 'yes',
}
const rupiah = { ...currency, id: 2, ccurrency_symbol: 'IDR', ccurrency_name: 'Rupiah' }

/** The row of BTC_IDR. */
export const marketRow: MarketRow = {
  id: 1,
  pair: 'BTC_IDR',
  pair_show: 'BTC/IDR',
  simbols: ['BTC', 'IDR'],
  last_price: '1650000000',
  previous_price: null,
  last_bid: '1649999000',
  last_ask: '1650001000',
  price_buy: '1649999000',
  price_sell: '1650001000',
  change_24h: '1.24',
  high_24h: '1660000000',
  low_24h: '1640000000',
  ticker_24h_high: '1660000000',
  ticker_24h_low: '1640000000',
  vol_24h: '12.34567800',
  vol_24h_quote: '20370000000.00',
  ticker_percent_spread: '0.0020',
  currencies: [currency, rupiah],
  market_state: 'open',
  tick: '1000.00',
  price_decimals: 0,
  lot: '0.00000001',
  minimum: '10000.00',
  base_decimals: 8,
  quote_decimals: 2,
  band: {
    price_min: '1000.00',
    price_max: '9000000000.00',
    reference: '1650000000.00',
    buy_ppm: 200_000,
    sell_ppm: 200_000,
  },
  charges: [],
}

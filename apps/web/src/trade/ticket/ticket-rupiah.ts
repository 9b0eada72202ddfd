/** The worth of the receipt's amounts in rupiah. */
import { mulDivFloor, outOfRange, parseUnits } from '@tukar/money'
import { unitsText } from '../../feed/frame.ts'
import { useLastPrice } from '../market/live-markets.ts'
import type { MarketAsset, TradeMarket } from '../market/market.ts'
import { withUnit } from '../texts.ts'

const rupiah = { symbol: 'IDR', name: '', icon: null, decimals: 2 } as const
/** Below ten rupiah, sen are shown too. */
const senShownBelow = 1_000

/**
 * Returns the worth of units in sen, rounded down, at a price in sen for one whole; null if it exceeds the
 * maximum.
 */
function worthInSen(units: number, priceSen: number, decimals: number): number | null {
  const worth = mulDivFloor(units, priceSen, 10 ** decimals)
  return worth === outOfRange ? null : worth
}

/** Formats sen for display beside an amount: "Rp 10.830". */
function aboutRupiah(sen: number): string {
  return withUnit(unitsText(sen, rupiah.decimals, sen < senShownBelow ? 2 : 0), rupiah)
}

/**
 * Returns a function for the rupiah worth of a currency's units. In a market quoted in rupiah it uses the
 * fill's price, else the last price of the currency's rupiah market. Null for rupiah, or without a known
 * price.
 */
export function useRupiah(
  market: TradeMarket,
  asset: MarketAsset,
  fillPrice: number | null,
): (units: number) => string | null {
  const lastPrice = useLastPrice(`${asset.symbol}_IDR`) ?? null
  if (asset.symbol === 'IDR') return () => null
  const isFillPrice = market.quote.symbol === 'IDR' && asset.symbol === market.base.symbol
  const parsed = lastPrice === null ? null : parseUnits(lastPrice, rupiah.decimals)
  const last = parsed?.ok === true ? parsed.units : null
  const price = (isFillPrice ? fillPrice : null) ?? last
  return (units) => {
    const sen = price === null ? null : worthInSen(units, price, asset.decimals)
    return sen === null ? null : aboutRupiah(sen)
  }
}

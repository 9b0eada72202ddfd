/** What amounts of the receipt are worth in rupiah, for people who reckon in them. */
import { mulDivFloor, outOfRange, parseUnits } from '@tukar/money'
import { unitsText } from '../../feed/frame.ts'
import { useLastPrice } from '../market/live-markets.ts'
import type { MarketAsset, TradeMarket } from '../market/market.ts'
import { withUnit } from '../texts.ts'

const rupiah = { symbol: 'IDR', name: '', icon: null, decimals: 2 } as const
/** Below ten rupiah the sen are told too. */
const senShownBelow = 1_000

/**
 * Returns the worth of units of a currency at a price in sen for one whole of it, in sen and rounded
 * down; null where it is too big.
 */
function worthInSen(units: number, priceSen: number, decimals: number): number | null {
  const worth = mulDivFloor(units, priceSen, 10 ** decimals)
  return worth === outOfRange ? null : worth
}

/** Sen as they stand beside an amount: "Rp 10.830". */
function aboutRupiah(sen: number): string {
  return withUnit(unitsText(sen, rupiah.decimals, sen < senShownBelow ? 2 : 0), rupiah)
}

/**
 * Returns what says the worth of a currency's units in rupiah: by the price that a fill has in this
 * market if it is quoted in rupiah, else by the last price of the currency's own rupiah market. Null
 * where the currency is the rupiah, or no price is known.
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

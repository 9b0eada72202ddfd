/** Figures of a market as they are read on the trading page. */
import { formatDecimal } from '@tukar/i18n'
import { unitsText } from '../feed/frame.ts'
import { countDecimals, plainUnits, type Precision } from '../feed/levels.ts'
import type { MarketAsset, TradeMarket } from './market/market.ts'
import type { MyOrder } from './wire.ts'

/** A price with its tick's decimals: "1.650.000.000". */
export function priceText({ tick, quote }: TradeMarket, units: number): string {
  return unitsText(units, quote.decimals, countDecimals(tick, quote.decimals))
}

/** A price with its currency: "Rp 1.650.000.000", "100.000,00 USDT". */
export function priceWithUnit(market: TradeMarket, units: number): string {
  return withUnit(priceText(market, units), market.quote)
}

/** A quantity with its lot's decimals: "0,01500000". */
export function quantityText({ lot, base }: TradeMarket, units: number): string {
  return unitsText(units, base.decimals, countDecimals(lot, base.decimals))
}

/** A quantity without needless zeros: "0,015". */
export function shortQuantity({ base }: TradeMarket, units: number): string {
  const plain = plainUnits(units, base.decimals)
  return formatDecimal(plain, { decimals: plain.split('.')[1]?.length ?? 0 })
}

/** An amount with all decimals of its currency: "24.750.000,00". */
export function amountText(asset: MarketAsset, units: number): string {
  return unitsText(units, asset.decimals, asset.decimals)
}

/** An amount with all decimals and its unit: "Rp 24.750.000,00", "0,01496684 BTC". */
export function amountWithUnit(asset: MarketAsset, units: number): string {
  return withUnit(amountText(asset, units), asset)
}

/** An amount without needless zeros and with its unit: "Rp 10.000". */
export function shortAmount(asset: MarketAsset, units: number): string {
  const plain = plainUnits(units, asset.decimals)
  const shown = formatDecimal(plain, { decimals: plain.split('.')[1]?.length ?? 0 })
  return withUnit(shown, asset)
}

/** Rupiah carry their sign in front, everything else its symbol behind. */
export function withUnit(shown: string, { symbol }: MarketAsset): string {
  return symbol === 'IDR' ? `Rp\u00a0${shown}` : `${shown}\u00a0${symbol}`
}

/** A step of the precision menu, written as every number of the page is: "0,0001", "10.000". */
export function precisionLabel(label: string): string {
  return formatDecimal(label, { decimals: label.split('.')[1]?.length ?? 0 })
}

/**
 * An entry of the precision menu. Where the tick is coarser than the entry, it says by what the book is grouped then, in words of both languages:
 * "0,0001 (per 1.000)".
 */
export function precisionChoice(
  { label, step }: Pick<Precision, 'label' | 'step'>,
  priceDecimals: number,
): string {
  const grouped = plainUnits(step, priceDecimals)
  const name = precisionLabel(label)
  return grouped === label ? name : `${name} (per ${precisionLabel(grouped)})`
}

/** A rate in parts per million as a percentage: 2000 is "0,20%", 111 is "0,0111%". */
export function rateText(ratePpm: number): string {
  const plain = plainUnits(ratePpm, 4)
  const decimals = Math.max(2, plain.split('.')[1]?.length ?? 0)
  return `${formatDecimal(plain, { decimals })}%`
}

/** What became of an order that was placed. */
export type PlacedState = 'orderFilled' | 'orderPartly' | 'orderPlaced' | 'orderCanceled'

/** Returns it: one that was canceled before anything of it was filled is never said to be placed (DEC-95). */
export function placedState({
  quantity,
  remaining,
  status,
}: Pick<MyOrder, 'quantity' | 'remaining' | 'status'>): PlacedState {
  if (remaining === 0) return 'orderFilled'
  if (remaining < quantity) return 'orderPartly'
  return status === 'open' || status === 'partial' ? 'orderPlaced' : 'orderCanceled'
}

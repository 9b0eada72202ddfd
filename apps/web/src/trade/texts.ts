/** Formats a market's figures for the trading page. */
import { formatDecimal } from '@tukar/i18n'
import { unitsText } from '../feed/frame.ts'
import { countDecimals, plainUnits, type Precision } from '../feed/levels.ts'
import type { MarketAsset, TradeMarket } from './market/market.ts'
import type { MyOrder } from './wire.ts'

/** Formats a price with its tick's decimals: "1.650.000.000". */
export function priceText({ tick, quote }: TradeMarket, units: number): string {
  return unitsText(units, quote.decimals, countDecimals(tick, quote.decimals))
}

/** Formats a price with its currency: "Rp 1.650.000.000", "100.000,00 USDT". */
export function priceWithUnit(market: TradeMarket, units: number): string {
  return withUnit(priceText(market, units), market.quote)
}

/** Formats a quantity with its lot's decimals: "0,01500000". */
export function quantityText({ lot, base }: TradeMarket, units: number): string {
  return unitsText(units, base.decimals, countDecimals(lot, base.decimals))
}

/** Formats a quantity without trailing zeros: "0,015". */
export function shortQuantity({ base }: TradeMarket, units: number): string {
  const plain = plainUnits(units, base.decimals)
  return formatDecimal(plain, { decimals: plain.split('.')[1]?.length ?? 0 })
}

/** Formats an amount with all decimals of its currency: "24.750.000,00". */
export function amountText(asset: MarketAsset, units: number): string {
  return unitsText(units, asset.decimals, asset.decimals)
}

/** Formats an amount with all decimals and its unit: "Rp 24.750.000,00", "0,01496684 BTC". */
export function amountWithUnit(asset: MarketAsset, units: number): string {
  return withUnit(amountText(asset, units), asset)
}

/** Formats an amount without trailing zeros, with its unit: "Rp 10.000". */
export function shortAmount(asset: MarketAsset, units: number): string {
  const plain = plainUnits(units, asset.decimals)
  const shown = formatDecimal(plain, { decimals: plain.split('.')[1]?.length ?? 0 })
  return withUnit(shown, asset)
}

/** Rupiah have their sign before the amount, other currencies their symbol after it. */
export function withUnit(shown: string, { symbol }: MarketAsset): string {
  return symbol === 'IDR' ? `Rp\u00a0${shown}` : `${shown}\u00a0${symbol}`
}

/** Formats a step of the precision menu as all numbers of the page: "0,0001", "10.000". */
export function precisionLabel(label: string): string {
  return formatDecimal(label, { decimals: label.split('.')[1]?.length ?? 0 })
}

/**
 * Formats an entry of the precision menu. If the tick is coarser than the entry, it adds the actual step, in
 * the same form for both languages: "0,0001 (per 1.000)".
 */
export function precisionChoice(
  { label, step }: Pick<Precision, 'label' | 'step'>,
  priceDecimals: number,
): string {
  const grouped = plainUnits(step, priceDecimals)
  const name = precisionLabel(label)
  return grouped === label ? name : `${name} (per ${precisionLabel(grouped)})`
}

/** Formats a rate in parts per million as a percentage: 2000 is "0,20%", 111 is "0,0111%". */
export function rateText(ratePpm: number): string {
  const plain = plainUnits(ratePpm, 4)
  const decimals = Math.max(2, plain.split('.')[1]?.length ?? 0)
  return `${formatDecimal(plain, { decimals })}%`
}

/** The result of a placement. */
export type PlacedState = 'orderFilled' | 'orderPartly' | 'orderPlaced' | 'orderCanceled'

/** Returns the result: an order that was canceled before any fill is never called placed (DEC-95). */
export function placedState({
  quantity,
  remaining,
  status,
}: Pick<MyOrder, 'quantity' | 'remaining' | 'status'>): PlacedState {
  if (remaining === 0) return 'orderFilled'
  if (remaining < quantity) return 'orderPartly'
  return status === 'open' || status === 'partial' ? 'orderPlaced' : 'orderCanceled'
}

/** Reads rows of the trading calls: wire names stop here, amounts become integers. */
import { currencyUnits, parseUnits, priceUnits, quantityForBudget } from '@tukar/money'
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import type { Side } from '../feed/levels.ts'
import type { TradeMarket } from './market.ts'

/** An own order, open or closed. Amounts are units of the market's currencies. */
export type OwnOrder = {
  readonly id: string
  readonly pair: string
  readonly side: Side
  readonly price: number
  readonly quantity: number
  readonly remaining: number
  readonly matchedCount: number
  /** The server's own word (DEC-83). */
  readonly status: string
  /** What arrived after charges: base for a buy, quote for a sell; null where it is not told. */
  readonly received: number | null
  /** Why it ended, if the server says: `self_trade`, `user`… */
  readonly closeReason: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** What of a market its orders' amounts are read by. */
export type OrderScales = {
  readonly priceDecimals: number
  readonly baseDecimals: number
  readonly baseScale: number
  readonly lot: number
}

/** Returns the scales of a market. */
export function scalesOf({ base, quote, baseScale, lot }: TradeMarket): OrderScales {
  return { priceDecimals: quote.decimals, baseDecimals: base.decimals, baseScale, lot }
}

/** Returns units of a decimal string, null where it is none. */
export function unitsAt(row: JsonRecord, key: string, decimals: number): number | null {
  const parsed = parseUnits(textAt(row, key), decimals)
  return parsed.ok ? parsed.units : null
}

/** What an open order holds, as decimal texts: a buy its total in quote, a sell its quantity (DEC-78). */
export type HoldingOrder = {
  readonly id: string
  readonly side: Side
  readonly pair: string
  readonly price: string
  readonly amount: string
}

/** Reads of an open order's row what it holds. */
export function readHoldingOrder(row: JsonRecord): HoldingOrder {
  return {
    id: textAt(row, 'id'),
    side: textAt(row, 'market_place') === 'Limit Buy' ? 'buy' : 'sell',
    pair: textAt(row, 'market_pair'),
    price: textAt(row, 'market_position'),
    amount: textAt(row, 'market_amount'),
  }
}

/** Reads an order (DATA-20); null where it is none. A buy's amounts are quote on the wire (DEC-78). */
export function readOrder(row: JsonRecord, scales: OrderScales): OwnOrder | null {
  const { priceDecimals, baseDecimals } = scales
  const side: Side = textAt(row, 'market_place') === 'Limit Buy' ? 'buy' : 'sell'
  const price = unitsAt(row, 'market_position', priceDecimals)
  if (price === null || price === 0) return null
  const remaining =
    unitsAt(row, 'remaining_quantity', baseDecimals) ??
    baseQuantity(row, 'market_amount', { side, price }, scales)
  const quantity =
    unitsAt(row, 'quantity', baseDecimals) ??
    baseQuantity(row, 'market_amount_start', { side, price }, scales)
  if (remaining === null || quantity === null) return null
  const receivedDecimals = side === 'buy' ? baseDecimals : priceDecimals
  return {
    id: textAt(row, 'id'),
    pair: textAt(row, 'market_pair'),
    side,
    price,
    quantity,
    remaining,
    matchedCount: Number(textAt(row, 'matched_count')) || 0,
    status: textAt(row, 'market_status'),
    received: unitsAt(row, 'market_result_including_fee', receivedDecimals),
    closeReason: textAt(row, 'close_reason'),
    createdAt: textAt(row, 'created_at'),
    updatedAt: textAt(row, 'updated_at'),
  }
}

function baseQuantity(
  row: JsonRecord,
  key: string,
  { side, price }: { readonly side: Side; readonly price: number },
  { priceDecimals, baseDecimals, baseScale, lot }: OrderScales,
): number | null {
  if (side === 'sell') return unitsAt(row, key, baseDecimals)
  const budget = unitsAt(row, key, priceDecimals)
  if (budget === null) return null
  return quantityForBudget(currencyUnits(budget), priceUnits(price), baseScale, currencyUnits(lot))
}

/** One fill of a closed order with its charges and taxes (DATA-22). */
export type OrderFill = {
  readonly id: string
  readonly price: number
  readonly createdAt: string
  readonly baseGross: number | null
  readonly baseNet: number | null
  readonly quoteGross: number | null
  readonly quoteNet: number | null
  /** What each side paid of what it received; empty where the server does not split it. */
  readonly charges: readonly FillCharge[]
  /** Rupiah as a decimal string, or null where it is "NA". */
  readonly baseTaxRupiah: string | null
  readonly quoteTaxRupiah: string | null
}

/** One charge of one side, in units of what that side received: base for the buyer, quote for the seller. */
export type FillCharge = {
  readonly side: string
  /** "fee", "bourse", "vat" or "income_tax". */
  readonly kind: string
  readonly amount: number
}

/** Reads a fill. */
export function readFill(row: JsonRecord, { priceDecimals, baseDecimals }: OrderScales): OrderFill {
  const taxes = isRecord(row['price_conversion']) ? row['price_conversion'] : {}
  const tax = (key: string): string | null => {
    const text = textAt(taxes, key)
    return text === '' || text === 'NA' ? null : text
  }
  return {
    id: textAt(row, 'id'),
    price: unitsAt(row, 'mclose_position', priceDecimals) ?? 0,
    createdAt: textAt(row, 'created_at'),
    baseGross: unitsAt(row, 'mclose_symbol_a_nofee', baseDecimals),
    baseNet: unitsAt(row, 'mclose_symbol_a', baseDecimals),
    quoteGross: unitsAt(row, 'mclose_symbol_b_nofee', priceDecimals),
    quoteNet: unitsAt(row, 'mclose_symbol_b', priceDecimals),
    charges: chargesOf(row, { priceDecimals, baseDecimals }),
    baseTaxRupiah: tax('a_tax_idr'),
    quoteTaxRupiah: tax('b_tax_idr'),
  }
}

function chargesOf(
  row: JsonRecord,
  { priceDecimals, baseDecimals }: Pick<OrderScales, 'priceDecimals' | 'baseDecimals'>,
): readonly FillCharge[] {
  const list: unknown = row['charges']
  if (!Array.isArray(list)) return []
  return list.filter(isRecord).flatMap((charge) => {
    const side = textAt(charge, 'side')
    const amount = unitsAt(charge, 'amount', side === 'buy' ? baseDecimals : priceDecimals)
    return amount === null ? [] : [{ side, kind: textAt(charge, 'kind'), amount }]
  })
}

/** A balance: decimal strings as the server tells them. */
export type Balance = {
  readonly id: string
  readonly symbol: string
  readonly name: string
  readonly icon: string | null
  readonly available: string
  readonly held: string
  readonly decimals: number
}

const decimalsDefault = 8

/** Reads a balance (DATA-05). */
export function readBalance(row: JsonRecord): Balance {
  const currency = isRecord(row['ccurrency_obj']) ? row['ccurrency_obj'] : {}
  const available = textAt(row, 'saldo_value')
  const decimals = available.split('.')[1]?.length
  const icon = textAt(currency, 'ccurrency_icon_data_url')
  return {
    id: textAt(row, 'id'),
    symbol: textAt(row, 'ccurrency_symbol'),
    name: textAt(row, 'ccurrency_name'),
    icon: icon === '' ? null : icon,
    available,
    held: textAt(row, 'saldo_lock'),
    decimals: decimals ?? (Number(textAt(currency, 'decimal_display')) || decimalsDefault),
  }
}

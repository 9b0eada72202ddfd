/** Reads rows of the trading calls: wire names end here, amounts become integers. */
import { parseUnits } from '@tukar/money'
import type { BalanceRow, FillRow, OrderRow } from '@tukar/wire'
import type { Side } from '../feed/levels.ts'
import type { TradeMarket } from './market/market.ts'

/** One of the user's orders, open or closed. Amounts are units of the market's currencies. */
export type MyOrder = {
  readonly id: string
  readonly pair: string
  readonly side: Side
  readonly price: number
  readonly quantity: number
  readonly remaining: number
  readonly matchedCount: number
  /** The status in the server's words (DEC-83). */
  readonly status: string
  /** The received amount after charges: base for a buy, quote for a sell. */
  readonly received: number
  /** Why the order ended, if the server tells: `self_trade`, `user` and others. */
  readonly closeReason: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** Decimals for the amounts of a market's orders. */
export type OrderScales = {
  readonly priceDecimals: number
  readonly baseDecimals: number
}

/** Returns the scales of a market. */
export function readScales({ base, quote }: TradeMarket): OrderScales {
  return { priceDecimals: quote.decimals, baseDecimals: base.decimals }
}

/** Returns the units of a decimal text; throws if it is malformed, so that the whole answer is unreadable. */
export function toUnits(text: string, decimals: number): number {
  const parsed = parseUnits(text, decimals)
  if (!parsed.ok) throw new Error(`${text} is no amount of ${decimals} decimals`)
  return parsed.units
}

/**
 * The hold of an open order as a decimal text: a buy holds its total in quote, a sell its quantity (DEC-78).
 */
export type HoldingOrder = {
  readonly id: string
  readonly side: Side
  readonly pair: string
  readonly price: string
  readonly amount: string
}

const readSide = ({ market_place: place }: OrderRow): Side =>
  place === 'Limit Buy' ? 'buy' : 'sell'

/** Reads the hold from an open order's row. */
export function readHoldingOrder(row: OrderRow): HoldingOrder {
  return {
    id: String(row.id),
    side: readSide(row),
    pair: row.market_pair,
    price: row.market_position,
    amount: row.market_amount,
  }
}

/** Reads an order (DATA-20). */
export function readOrder(row: OrderRow, scales: OrderScales): MyOrder {
  const { priceDecimals, baseDecimals } = scales
  const side = readSide(row)
  return {
    id: String(row.id),
    pair: row.market_pair,
    side,
    price: toUnits(row.market_position, priceDecimals),
    quantity: toUnits(row.quantity, baseDecimals),
    remaining: toUnits(row.remaining_quantity, baseDecimals),
    matchedCount: row.matched_count,
    status: row.market_status,
    received: toUnits(
      row.market_result_including_fee,
      side === 'buy' ? baseDecimals : priceDecimals,
    ),
    closeReason: row.close_reason ?? '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** One fill of a closed order with its charges and taxes (DATA-22). */
export type OrderFill = {
  readonly id: string
  readonly price: number
  readonly createdAt: string
  readonly baseGross: number
  readonly baseNet: number
  readonly quoteGross: number
  readonly quoteNet: number
  /** Charges of each side on what it received; empty if the server does not list them. */
  readonly charges: readonly FillCharge[]
  /** Rupiah as a decimal string; null for "NA". */
  readonly baseTaxRupiah: string | null
  readonly quoteTaxRupiah: string | null
}

/** A charge of one side in units of its received currency: base for the buyer, quote for the seller. */
export type FillCharge = {
  readonly side: string
  /** "fee", "bourse", "vat" or "income_tax". */
  readonly kind: string
  readonly amount: number
}

/** Reads a fill. */
export function readFill(row: FillRow, scales: OrderScales): OrderFill {
  const { priceDecimals, baseDecimals } = scales
  const { a_tax_idr: baseTax, b_tax_idr: quoteTax } = row.price_conversion
  return {
    id: String(row.id),
    price: toUnits(row.mclose_position, priceDecimals),
    createdAt: row.created_at,
    baseGross: toUnits(row.mclose_symbol_a_nofee, baseDecimals),
    baseNet: toUnits(row.mclose_symbol_a, baseDecimals),
    quoteGross: toUnits(row.mclose_symbol_b_nofee, priceDecimals),
    quoteNet: toUnits(row.mclose_symbol_b, priceDecimals),
    charges: row.charges.map(({ side, kind, amount }) => ({
      side,
      kind,
      amount: toUnits(amount, side === 'buy' ? baseDecimals : priceDecimals),
    })),
    baseTaxRupiah: baseTax === 'NA' ? null : baseTax,
    quoteTaxRupiah: quoteTax === 'NA' ? null : quoteTax,
  }
}

/** A balance, as decimal strings from the server. */
export type Balance = {
  readonly id: string
  readonly symbol: string
  readonly name: string
  readonly icon: string | null
  readonly available: string
  readonly held: string
  readonly decimals: number
}

/** Reads a balance (DATA-05). */
export function readBalance(row: BalanceRow): Balance {
  const { ccurrency_icon_data_url: icon, decimal_display: decimals } = row.ccurrency_obj
  return {
    id: String(row.id),
    symbol: row.ccurrency_symbol,
    name: row.ccurrency_name,
    icon: icon === '' ? null : icon,
    available: row.saldo_value,
    held: row.saldo_lock,
    decimals,
  }
}

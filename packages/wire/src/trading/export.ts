/**
 * CSV files of the user's orders and fills. Columns have the names of the rows' fields, and each time has two
 * columns: UTC as in the rows, and Jakarta's local time.
 */
import { formatUnits } from '@tukar/money'
import * as z from 'zod/mini'
import type { CsvCell } from '../csv.ts'
import { type FillFigures, fillRow, type MarketScale, type OrderFigures, orderRow } from './rows.ts'

/** One market by its pair, or all. */
export const ExportQuery = z.object({ pair: z.optional(z.string().check(z.maxLength(30))) })

const orderFigureFields = [
  'market_position',
  'quantity',
  'remaining_quantity',
  'market_amount_start',
  'market_amount',
  'market_result_including_fee',
] as const

/** The head of a file of orders. */
export const exportedOrderColumns = [
  'id',
  'market_pair',
  'market_place',
  'market_status',
  ...orderFigureFields,
  'matched_count',
  'close_reason',
  'time_in_force',
  'post_only',
  'created_at',
  'created_at_wib',
  'updated_at',
  'updated_at_wib',
] as const

const fillFigureFields = [
  'mclose_position',
  'mclose_symbol_a_nofee',
  'mclose_symbol_a',
  'mclose_symbol_b_nofee',
  'mclose_symbol_b',
] as const
const chargeKinds = ['fee', 'bourse', 'vat', 'income_tax'] as const

/** The head of a file of fills: `charge_*` are in `charge_currency`, `*_tax_idr` in rupiah. */
export const exportedFillColumns = [
  'no',
  'orderbook_id',
  'market_pair',
  'side',
  'aggressor',
  ...fillFigureFields,
  'charge_currency',
  ...chargeKinds.map((kind) => `charge_${kind}` as const),
  'a_tax_idr',
  'b_tax_idr',
  'created_at',
  'created_at_wib',
] as const

const jakartaOffsetMs = 7 * 3_600_000

/** A time in Jakarta's local time (WIB, UTC+7 all year). */
export function jakartaTime(timeMs: number): string {
  return new Date(timeMs + jakartaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

const figure = (value: string | number): CsvCell => ({ figure: String(value) })

/** One of the user's orders as cells of a line, in the order of `exportedOrderColumns`. */
export function exportedOrderCells(scale: MarketScale, order: OrderFigures): readonly CsvCell[] {
  const row = orderRow(scale, order)
  return [
    figure(row.id),
    row.market_pair,
    row.market_place,
    row.market_status,
    ...orderFigureFields.map((field) => figure(row[field])),
    figure(row.matched_count),
    row.close_reason ?? '',
    row.time_in_force,
    row.post_only ? 'yes' : 'no',
    row.created_at,
    jakartaTime(order.createdMs),
    row.updated_at,
    jakartaTime(order.updatedMs),
  ]
}

/** A fill of one of the user's orders as cells of a line, in the order of `exportedFillColumns`. */
export function exportedFillCells(
  scale: MarketScale,
  orderId: number,
  fill: FillFigures,
): readonly CsvCell[] {
  const row = fillRow(scale, fill)
  const zero = formatUnits(0, row.side === 'buy' ? scale.baseDecimals : scale.quoteDecimals)
  return [
    figure(row.no),
    figure(orderId),
    scale.symbol,
    row.side,
    row.aggressor,
    ...fillFigureFields.map((field) => figure(row[field])),
    row.side === 'buy' ? scale.baseSymbol : scale.quoteSymbol,
    ...chargeKinds.map((kind) =>
      figure(row.charges.find((charge) => charge.kind === kind)?.amount ?? zero),
    ),
    figure(row.price_conversion.a_tax_idr),
    figure(row.price_conversion.b_tax_idr),
    row.created_at,
    jakartaTime(fill.timeMs),
  ]
}

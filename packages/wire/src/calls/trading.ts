/** Calls for markets, orders, balances and statements. */
import * as records from '../answers/records.ts'
import * as answers from '../answers/trading.ts'
import { Done } from '../answers/shapes.ts'
import { ExportQuery } from '../trading/export.ts'
import { ListQuery } from '../list.ts'
import {
  CancelAll,
  CancelOrder,
  CandlesQuery,
  EventsQuery,
  FillsQuery,
  Nothing,
  PairQuery,
  PlaceOrder,
} from '../requests.ts'
import { StatementFileQuery, StatementQuery } from '../records/statements.ts'
import { TaxEvidenceQuery, TaxFileQuery } from '../records/tax.ts'
import * as to from '../routes.ts'
import { file, open, own } from './call.ts'

export const tradingCalls = {
  markets: open(to.markets, ListQuery, answers.MarketsAnswer),
  market: open(to.market, Nothing, answers.MarketAnswer),
  currencies: open(to.currencies, ListQuery, answers.CurrenciesAnswer),
  book: open(to.book, PairQuery, answers.BookAnswer),
  trades: open(to.trades, PairQuery, answers.TradesAnswer),
  emitBook: open(to.emitBook, Nothing, Done),
  events: open(to.events, EventsQuery, file),
  candles: open(to.candles, CandlesQuery, answers.CandlesAnswer),
  lastDay: open(to.lastDay, Nothing, answers.CoursesAnswer),
  placeOrder: own(to.placeOrder, PlaceOrder, answers.PlacedAnswer),
  cancelOrder: own(to.cancelOrder, CancelOrder, answers.CanceledAnswer),
  cancelAllOrders: own(to.cancelAllOrders, CancelAll, answers.AllCanceledAnswer),
  openOrders: own(to.openOrders, ListQuery, answers.OrdersAnswer),
  closedOrders: own(to.closedOrders, ListQuery, answers.OrdersAnswer),
  orderOfCommand: own(to.orderOfCommand, Nothing, answers.OrderAnswer),
  fills: own(to.fills, FillsQuery, answers.FillsAnswer),
  /** Answer with a CSV file. */
  exportOrders: own(to.exportOrders, ExportQuery, file),
  exportFills: own(to.exportFills, ExportQuery, file),
  balances: own(to.balances, ListQuery, answers.BalancesAnswer),
  /** All changes of the user's balances, with their causes. */
  statement: own(to.statement, StatementQuery, records.StatementAnswer),
  /** Answers with a CSV file. */
  statementCsv: own(to.statementCsv, StatementFileQuery, file),
  /** Answers with a PDF. */
  statementPdf: own(to.statementPdf, StatementFileQuery, file),
  /** Taxes withheld from the user's trades in a month or year. */
  taxEvidence: own(to.taxEvidence, TaxEvidenceQuery, records.TaxEvidenceAnswer),
  /** Answer with a CSV file and with a PDF. */
  taxEvidenceCsv: own(to.taxEvidenceCsv, TaxFileQuery, file),
  taxEvidencePdf: own(to.taxEvidencePdf, TaxFileQuery, file),
} as const

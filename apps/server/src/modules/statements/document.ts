/** A statement as a PDF document: its owner, the sums of each currency, and every entry. */
import {
  fillPlaceholders,
  formatDecimal,
  type Language,
  statementKindWords,
  statementReasonWords,
  statementTexts,
} from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import type { StatementKind, StatementLine, StatementSums } from '@tukar/wire'
import type { DocumentRow, TableDocument } from '../../platform/documents/table-document.ts'
import { jakartaTimeText } from '../../platform/text/dates.ts'
import type { StatementPeriod } from './period.ts'
import type { Statement } from './statement.ts'

export type StatementOwner = {
  readonly userId: number
  readonly name: string
  readonly email: string
}

export type StatementDocument = {
  readonly language: Language
  /** The issuer of the document. */
  readonly product: string
  readonly owner: StatementOwner
  readonly period: StatementPeriod
  /** The chosen currency; null for all. */
  readonly symbol: string | null
  readonly kind: StatementKind | null
  readonly nowMs: number
}

type Texts = (typeof statementTexts)[Language]

/** Creates the document; its entries are read while it is sent. */
export function statementDocument(about: StatementDocument, statement: Statement): TableDocument {
  const { language, product, owner, period, symbol, kind, nowMs } = about
  const texts = statementTexts[language]
  const kindText = kind === null ? texts.allKinds : statementKindWords(kind, language)
  return {
    language,
    title: texts.title,
    subtitle: fillPlaceholders(texts.period, { from: period.from, to: period.to }),
    author: product,
    createdMs: nowMs,
    isWide: true,
    groups: [
      {
        heading: texts.owner,
        facts: [
          { label: texts.name, value: owner.name },
          { label: texts.email, value: owner.email },
          { label: texts.number, value: String(owner.userId) },
          { label: texts.shown, value: `${symbol ?? texts.allCurrencies}, ${kindText}` },
        ],
      },
    ],
    tables: [summaryTable(texts, statement), linesTable(texts, language, statement)],
    notes: [texts.held],
  }
}

function summaryTable(texts: Texts, { currencies }: Statement) {
  return {
    heading: texts.summary,
    columns: [
      { label: texts.currency, share: 1 },
      ...[texts.opening, texts.incoming, texts.outgoing, texts.closing].map((label) => ({
        label,
        share: 2,
        isFigure: true,
      })),
    ],
    rows: currencies.map(summaryRow),
    emptyText: texts.noBalances,
  }
}

function summaryRow({ symbol, decimals, opening, closing, moved }: StatementSums): DocumentRow {
  const { incoming, outgoing } = moved
  return [symbol, ...[opening, incoming, outgoing, closing].map((units) => shown(units, decimals))]
}

function linesTable(texts: Texts, language: Language, statement: Statement) {
  async function* rows(): AsyncGenerator<DocumentRow> {
    for await (const line of statement.lines()) yield lineRow(texts, language, line)
  }
  return {
    heading: texts.lines,
    note: texts.linesNote,
    columns: [
      { label: texts.time, share: 2.2 },
      { label: texts.what, share: 2.8 },
      { label: texts.reference, share: 2 },
      { label: texts.currency, share: 1 },
      { label: texts.amount, share: 2.2, isFigure: true },
      { label: texts.balance, share: 2.4, isFigure: true },
    ],
    rows: rows(),
    emptyText: texts.empty,
  }
}

function lineRow(texts: Texts, language: Language, line: StatementLine): DocumentRow {
  const { timeMs, symbol, decimals, amount, balance, cause, pair } = line
  const words = statementReasonWords(line, language)
  return [
    jakartaTimeText(timeMs),
    pair === null ? words : `${words} ${pair.replace('_', '/')}`,
    cause === null ? '' : fillPlaceholders(texts[cause.of], { id: cause.id }),
    symbol,
    shown(amount, decimals),
    shown(balance, decimals),
  ]
}

function shown(units: number, decimals: number): string {
  return formatDecimal(formatUnits(units, decimals), { decimals })
}

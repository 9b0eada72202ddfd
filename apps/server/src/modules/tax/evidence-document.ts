/** Tax evidence as a document: the fields that the rule requires, in the reader's language. */
import { formatDecimal, type Language, taxDocumentTexts, taxPeriodText } from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import {
  jakartaTime,
  type TaxFigures,
  type TaxKind,
  taxNumber,
  type WithheldKind,
} from '@tukar/wire'
import type {
  DocumentRow,
  DocumentTable,
  FactGroup,
  TableDocument,
} from '../../platform/documents/table-document.ts'
import { type Evidence, holdingsRupiah } from './evidence.ts'

type Texts = (typeof taxDocumentTexts)[Language]

const rupiahDecimals = 2

/** An amount with all its decimals, in the format of both languages. */
const amountText = (units: number, decimals: number): string =>
  formatDecimal(formatUnits(units, decimals), { decimals })
const rupiahText = (units: number): string => amountText(units, rupiahDecimals)
/** 2100 parts per million are "0,21%". */
const rateText = (ratePpm: number): string =>
  `${formatDecimal(formatUnits(ratePpm, 4), { decimals: 2, decimalsMax: 4 })}%`

/**
 * Creates the document; `rows` are read while it is sent. The document of a year has months and holdings
 * instead.
 */
export function evidenceDocument(
  language: Language,
  evidence: Evidence,
  rows: AsyncIterable<TaxFigures>,
): TableDocument {
  const texts = taxDocumentTexts[language]
  const { year, month } = evidence.period
  const period = taxPeriodText(language, year, month)
  return {
    language,
    title: month === null ? texts.titleYear : texts.title,
    subtitle: period,
    author: evidence.platform.name,
    createdMs: evidence.madeMs,
    isWide: true,
    groups: groupsOf(texts, evidence, period),
    tables: [
      sumsTable(texts, evidence),
      ...(month === null
        ? [monthsTable(language, evidence), holdingsTable(texts, evidence)]
        : [rowsTable(texts, rows)]),
    ],
    notes: texts.notes,
  }
}

function groupsOf(texts: Texts, evidence: Evidence, period: string): readonly FactGroup[] {
  const { platform, taxpayer } = evidence
  const fact = (label: string, value: string) => ({
    label,
    value: value === '' ? texts.notGiven : value,
  })
  const name = taxpayer.isVerified ? taxpayer.name : `${taxpayer.name} ${texts.unverified}`
  return [
    {
      heading: texts.about,
      facts: [
        fact(texts.number, evidence.number),
        fact(texts.period, period),
        fact(texts.status, evidence.isOpen ? texts.running : texts.normal),
      ],
    },
    {
      heading: texts.platform,
      facts: [
        fact(texts.name, platform.name),
        fact(texts.address, platform.address),
        fact(texts.npwp, platform.npwp),
      ],
    },
    {
      heading: texts.taxpayer,
      facts: [
        fact(texts.name, name),
        fact(texts.address, taxpayer.address),
        fact(texts.npwp, taxpayer.npwp),
        fact(texts.nik, taxpayer.nik),
      ],
    },
  ]
}

const kindText = (texts: Texts, kind: WithheldKind): string =>
  kind === 'bourse' ? '' : texts[kind satisfies TaxKind]

function sumsTable(texts: Texts, { sums, count, totalRupiah }: Evidence): DocumentTable {
  return {
    heading: texts.sums,
    columns: [
      { label: texts.kind, share: 3 },
      { label: texts.rate, share: 1, isFigure: true },
      { label: texts.count, share: 1, isFigure: true },
      { label: texts.base, share: 2, isFigure: true },
      { label: texts.tax, share: 2, isFigure: true },
    ],
    rows: sums.map((sum) => [kindText(texts, sum.kind), ...sumCells(sum)]),
    sums: () =>
      sums.length === 0 ? [] : [[texts.total, '', String(count), '', rupiahText(totalRupiah)]],
    emptyText: texts.noTaxes,
  }
}

function sumCells(sum: Evidence['sums'][number]): DocumentRow {
  const { ratePpm, count, baseRupiah, taxRupiah } = sum
  return [rateText(ratePpm), String(count), rupiahText(baseRupiah), rupiahText(taxRupiah)]
}

function monthsTable(language: Language, { months, period }: Evidence): DocumentTable {
  const texts = taxDocumentTexts[language]
  return {
    heading: texts.months,
    columns: [
      { label: texts.month, share: 2 },
      { label: texts.kind, share: 2 },
      { label: texts.rate, share: 1, isFigure: true },
      { label: texts.count, share: 1, isFigure: true },
      { label: texts.base, share: 2, isFigure: true },
      { label: texts.tax, share: 2, isFigure: true },
    ],
    rows: months.map((sum) => [
      taxPeriodText(language, period.year, sum.month),
      kindText(texts, sum.kind),
      ...sumCells(sum),
    ]),
    emptyText: texts.noTaxes,
  }
}

function holdingsTable(texts: Texts, { holdings, isOpen }: Evidence): DocumentTable {
  const held = holdings ?? []
  return {
    heading: isOpen ? texts.holdingsNow : texts.holdings,
    note: texts.holdingsNote,
    columns: [
      { label: texts.asset, share: 1 },
      { label: texts.quantity, share: 2, isFigure: true },
      { label: texts.price, share: 2, isFigure: true },
      { label: texts.value, share: 2, isFigure: true },
    ],
    rows: held.map(({ symbol, decimals, units, price, valueRupiah }) => [
      symbol,
      amountText(units, decimals),
      price === null ? '' : rupiahText(price),
      valueRupiah === null ? texts.unknown : rupiahText(valueRupiah),
    ]),
    sums: () =>
      held.length === 0 ? [] : [[texts.total, '', '', rupiahText(holdingsRupiah(held))]],
    emptyText: texts.noHoldings,
  }
}

function rowsTable(texts: Texts, rows: AsyncIterable<TaxFigures>): DocumentTable {
  async function* cells(): AsyncGenerator<DocumentRow> {
    for await (const row of rows) yield rowCells(texts, row)
  }
  return {
    heading: texts.transactions,
    note: texts.transactionsNote,
    columns: [
      { label: texts.transaction, share: 2.1 },
      { label: texts.time, share: 1.9 },
      { label: texts.deal, share: 1.5 },
      { label: texts.asset, share: 0.8 },
      { label: texts.quantity, share: 1.7, isFigure: true },
      { label: texts.base, share: 2, isFigure: true },
      { label: texts.kind, share: 2.1 },
      { label: texts.rate, share: 0.8, isFigure: true },
      { label: texts.tax, share: 1.5, isFigure: true },
      { label: texts.rowStatus, share: 1.1 },
    ],
    rows: cells(),
    emptyText: texts.noTaxes,
  }
}

function rowCells(texts: Texts, row: TaxFigures): DocumentRow {
  return [
    taxNumber(row),
    jakartaTime(row.timeMs),
    texts[row.isSwap ? 'swap' : row.side],
    row.asset,
    amountText(row.quantity, row.assetDecimals),
    row.baseRupiah === null ? texts.unknown : rupiahText(row.baseRupiah),
    kindText(texts, row.kind),
    rateText(row.ratePpm),
    row.amountRupiah === null
      ? `${amountText(row.amount, row.amountDecimals)} ${row.amountSymbol}`
      : rupiahText(row.amountRupiah),
    texts.withheld,
  ]
}

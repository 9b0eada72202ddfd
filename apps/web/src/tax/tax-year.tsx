/** The parts of a year's report that a month does not have: its months, and the holdings at its end. */
import { taxMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import statementStyles from '../statements/statements.module.css'
import { classes } from '../ui/classes.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import styles from './tax.module.css'
import { monthName } from './month-name.ts'
import type { Evidence, Holding, MonthSum } from './tax-wire.ts'
import { coinText, rateText } from './tax-figures.ts'
import { kindText, rupiahText } from './tax-texts.ts'

const t = pageTranslator(taxMessages)
const rowHeightPx = 52
const skeletonRows = 3
const cardClass = classes(statementStyles['card'], statementStyles['lines'])

/** Both tables; undefined while loading. */
export function TaxYear({ evidence }: { readonly evidence: Evidence | undefined }) {
  const state = evidence === undefined ? 'loading' : 'ready'
  const title = t(evidence?.isOpen === true ? 'holdingsNow' : 'holdings')
  return (
    <>
      <section className={cardClass} aria-label={t('months')}>
        <h2>{t('months')}</h2>
        <DataTable<MonthSum>
          caption={t('monthsCaption')}
          columns={monthColumns}
          rows={evidence?.months ?? []}
          rowKey={({ month, kind, rate }) => `${month} ${kind} ${rate}`}
          state={state}
          empty={t('noSums')}
          skeletonRows={skeletonRows}
          rowHeightPx={rowHeightPx}
          className={statementStyles['table']}
        />
      </section>
      <section className={cardClass} aria-label={title}>
        <h2>{title}</h2>
        <DataTable<Holding>
          caption={t('holdingsCaption')}
          columns={holdingColumns}
          rows={evidence?.holdings ?? []}
          rowKey={({ symbol }) => symbol}
          state={evidence === undefined || evidence.holdings === null ? 'loading' : 'ready'}
          empty={t('noHoldings')}
          skeletonRows={skeletonRows}
          rowHeightPx={rowHeightPx}
          className={statementStyles['table']}
        />
        <p className={classes(styles['total'], styles['inset'])}>
          <span>{t('value')}</span>
          <strong>{evidence === undefined ? '' : rupiahText(evidence.holdingsValue)}</strong>
        </p>
        <p className={classes(styles['quiet'], styles['inset'])}>{t('holdingsNote')}</p>
      </section>
    </>
  )
}

const monthColumns: readonly Column<MonthSum>[] = [
  {
    key: 'month',
    head: t('month'),
    cell: ({ month, kind, rate }) => (
      <span className={statementStyles['stack']}>
        <b>{monthName(month)}</b>
        <small>
          {kindText(kind)} {rateText(rate)}
        </small>
      </span>
    ),
  },
  {
    key: 'kind',
    head: t('kind'),
    isWideOnly: true,
    cell: ({ kind, rate }) => `${kindText(kind)} ${rateText(rate)}`,
  },
  { key: 'count', head: t('count'), align: 'end', isWideOnly: true, cell: ({ count }) => count },
  {
    key: 'base',
    head: t('base'),
    align: 'end',
    isWideOnly: true,
    cell: ({ base }) => rupiahText(base),
  },
  { key: 'tax', head: t('tax'), align: 'end', cell: ({ tax }) => <b>{rupiahText(tax)}</b> },
]

const holdingColumns: readonly Column<Holding>[] = [
  {
    key: 'asset',
    head: t('asset'),
    cell: ({ symbol, quantity }) => (
      <span className={statementStyles['stack']}>
        <b>{symbol}</b>
        <small>{coinText(quantity)}</small>
      </span>
    ),
  },
  {
    key: 'quantity',
    head: t('quantity'),
    align: 'end',
    isWideOnly: true,
    cell: ({ quantity }) => coinText(quantity),
  },
  {
    key: 'price',
    head: t('price'),
    align: 'end',
    isWideOnly: true,
    cell: ({ price, value }) => (price === '' && value !== '' ? '' : rupiahText(price)),
  },
  {
    key: 'value',
    head: t('value'),
    align: 'end',
    cell: ({ value }) => <b>{rupiahText(value)}</b>,
  },
]

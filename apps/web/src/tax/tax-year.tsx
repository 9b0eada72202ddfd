/** What a year's evidence has besides: its months, and what was held at its end. */
import { taxMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import statementStyles from '../statements/statements.module.css'
import { classes } from '../ui/classes.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import styles from './tax.module.css'
import { monthName } from './month-name.ts'
import type { Evidence, Holding, MonthSum } from './tax-wire.ts'
import { coinText, rateText } from './tax-figures.ts'
import { kindText, rupiahText } from './tax-words.ts'

const say = sayer(taxMessages)
const rowHeightPx = 52
const skeletonRows = 3
const cardClass = classes(statementStyles['card'], statementStyles['lines'])

/** Both tables; undefined while they are on their way. */
export function TaxYear({ evidence }: { readonly evidence: Evidence | undefined }) {
  const state = evidence === undefined ? 'loading' : 'ready'
  const title = say(evidence?.isOpen === true ? 'holdingsNow' : 'holdings')
  return (
    <>
      <section className={cardClass} aria-label={say('months')}>
        <h2>{say('months')}</h2>
        <DataTable<MonthSum>
          caption={say('monthsCaption')}
          columns={monthColumns}
          rows={evidence?.months ?? []}
          keyOf={({ month, kind, rate }) => `${month} ${kind} ${rate}`}
          state={state}
          empty={say('noSums')}
          skeletonRows={skeletonRows}
          rowHeightPx={rowHeightPx}
          className={statementStyles['table']}
        />
      </section>
      <section className={cardClass} aria-label={title}>
        <h2>{title}</h2>
        <DataTable<Holding>
          caption={say('holdingsCaption')}
          columns={holdingColumns}
          rows={evidence?.holdings ?? []}
          keyOf={({ symbol }) => symbol}
          state={evidence === undefined || evidence.holdings === null ? 'loading' : 'ready'}
          empty={say('noHoldings')}
          skeletonRows={skeletonRows}
          rowHeightPx={rowHeightPx}
          className={statementStyles['table']}
        />
        <p className={classes(styles['total'], styles['inset'])}>
          <span>{say('value')}</span>
          <strong>{evidence === undefined ? '' : rupiahText(evidence.holdingsValue)}</strong>
        </p>
        <p className={classes(styles['quiet'], styles['inset'])}>{say('holdingsNote')}</p>
      </section>
    </>
  )
}

const monthColumns: readonly Column<MonthSum>[] = [
  {
    key: 'month',
    head: say('month'),
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
    head: say('kind'),
    isWideOnly: true,
    cell: ({ kind, rate }) => `${kindText(kind)} ${rateText(rate)}`,
  },
  { key: 'count', head: say('count'), align: 'end', isWideOnly: true, cell: ({ count }) => count },
  {
    key: 'base',
    head: say('base'),
    align: 'end',
    isWideOnly: true,
    cell: ({ base }) => rupiahText(base),
  },
  { key: 'tax', head: say('tax'), align: 'end', cell: ({ tax }) => <b>{rupiahText(tax)}</b> },
]

const holdingColumns: readonly Column<Holding>[] = [
  {
    key: 'asset',
    head: say('asset'),
    cell: ({ symbol, quantity }) => (
      <span className={statementStyles['stack']}>
        <b>{symbol}</b>
        <small>{coinText(quantity)}</small>
      </span>
    ),
  },
  {
    key: 'quantity',
    head: say('quantity'),
    align: 'end',
    isWideOnly: true,
    cell: ({ quantity }) => coinText(quantity),
  },
  {
    key: 'price',
    head: say('price'),
    align: 'end',
    isWideOnly: true,
    cell: ({ price, value }) => (price === '' && value !== '' ? '' : rupiahText(price)),
  },
  {
    key: 'value',
    head: say('value'),
    align: 'end',
    cell: ({ value }) => <b>{rupiahText(value)}</b>,
  },
]

/** The taxed transactions of a period, page by page. */
import { formatDateTime, taxMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { pairText } from '../markets/market.ts'
import styles from '../statements/statements.module.css'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import type { Evidence, TaxLine } from './tax-wire.ts'
import { coinText, rateText } from './tax-figures.ts'
import { kindText, rupiahText } from './tax-texts.ts'

const t = pageTranslator(taxMessages)
const rowHeightPx = 60
const skeletonRows = 4

export type TaxLinesProps = {
  /** Undefined while loading. */
  readonly evidence: Evidence | undefined
  /** Whether the rows belong to the previous period. */
  readonly isStale: boolean
  readonly page: number
  readonly onPage: (page: number) => void
}

/** The table and its pagination. */
export function TaxLines({ evidence, isStale, page, onPage }: TaxLinesProps) {
  const pages = evidence === undefined ? 1 : Math.max(1, Math.ceil(evidence.total / evidence.rows))
  return (
    <section
      className={classes(styles['card'], styles['lines'])}
      aria-label={t('lines')}
      data-stale={isStale}
    >
      <h2>{t('lines')}</h2>
      <DataTable<TaxLine>
        caption={t('linesCaption')}
        columns={columns}
        rows={evidence?.lines ?? []}
        rowKey={({ id }) => id}
        state={evidence === undefined ? 'loading' : 'ready'}
        empty={t('noSums')}
        skeletonRows={skeletonRows}
        rowHeightPx={rowHeightPx}
        className={styles['table']}
      />
      <nav className={styles['pages']} aria-label={t('pages')}>
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {t('earlier')}
        </Button>
        <span aria-live="polite">{t('page', { page, pages })}</span>
        <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          {t('later')}
        </Button>
      </nav>
    </section>
  )
}

/** The withheld tax in rupiah, or in its own currency if its rupiah value is unknown. */
function taxText({ tax, amount, currency }: TaxLine): string {
  return tax === '' ? `${coinText(amount)} ${currency}` : rupiahText(tax)
}

const columns: readonly Column<TaxLine>[] = [
  {
    key: 'time',
    head: t('time'),
    isWideOnly: true,
    className: styles['sideColumn'],
    cell: ({ at }) => (
      <time dateTime={at} className={styles['quiet']}>
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    key: 'transaction',
    head: t('transaction'),
    className: styles['what'],
    cell: ({ deal, quantity, asset, at, pair }) => (
      <span className={styles['stack']}>
        <b>
          {t(deal)} {pairText(pair)}
        </b>
        <span className={styles['quiet']}>
          {coinText(quantity)} {asset}
        </span>
        <small>{formatDateTime(at)}</small>
      </span>
    ),
  },
  {
    key: 'kind',
    head: t('kind'),
    isWideOnly: true,
    className: styles['sideColumn'],
    cell: ({ kind, rate }) => (
      <span className={styles['stack']}>
        {kindText(kind)}
        <span className={styles['quiet']}>{rateText(rate)}</span>
      </span>
    ),
  },
  {
    key: 'base',
    head: t('base'),
    align: 'end',
    isWideOnly: true,
    className: styles['balanceColumn'],
    cell: ({ base }) => rupiahText(base),
  },
  {
    key: 'tax',
    head: t('tax'),
    align: 'end',
    cell: (line) => (
      <span className={styles['stack']}>
        <b>{taxText(line)}</b>
        <small data-part="balance">
          {rateText(line.rate)} {t('baseOf', { base: rupiahText(line.base) })}
        </small>
      </span>
    ),
  },
]

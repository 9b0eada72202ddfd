/** The entries of a statement, page by page, each with a link to its cause. */
import { formatDateTime, statementMessages, statementReasonWords } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { pairText } from '../markets/market.ts'
import { language } from '../theme/preferences.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { statementRows } from './statement-calls.ts'
import { CauseLink } from './cause-link.tsx'
import { exactAmount } from './statement-sums.tsx'
import type { StatementEntry, Statement } from './statement-wire.ts'
import styles from './statements.module.css'

const t = pageTranslator(statementMessages)
const rowHeightPx = 60
/** The number of rows of a short list; a full page of placeholder rows would leave a gap. */
const skeletonRows = 6

export type StatementLinesProps = {
  /** Undefined while loading. */
  readonly statement: Statement | undefined
  /** Whether a filter is set. */
  readonly isFiltered: boolean
  /** Whether the rows belong to the previous filters. */
  readonly isStale: boolean
  readonly page: number
  readonly onPage: (page: number) => void
}

/** The table and its pagination. */
export function StatementLines(props: StatementLinesProps) {
  const { statement, isFiltered, isStale, page, onPage } = props
  const pages = Math.max(1, Math.ceil((statement?.total ?? 0) / statementRows))
  return (
    <section
      className={classes(styles['card'], styles['lines'])}
      aria-label={t('lines')}
      data-stale={isStale}
    >
      <h2>{t('lines')}</h2>
      <DataTable<StatementEntry>
        caption={t('caption')}
        columns={columns}
        rows={statement?.lines ?? []}
        rowKey={({ id }) => id}
        state={statement === undefined ? 'loading' : 'ready'}
        empty={t(isFiltered ? 'emptyFiltered' : 'empty')}
        skeletonRows={skeletonRows}
        rowHeightPx={rowHeightPx}
        className={styles['table']}
      />
      <nav className={styles['pages']} aria-label={t('pages')}>
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {t('newer')}
        </Button>
        <span aria-live="polite">{t('page', { page, pages })}</span>
        <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          {t('older')}
        </Button>
      </nav>
    </section>
  )
}

function kindText({ kind, reason, pair }: StatementEntry): string {
  const words = statementReasonWords({ kind, reason }, language)
  return pair === '' ? words : `${words} ${pairText(pair)}`
}

function signed(amount: string): string {
  return amount.startsWith('-') ? exactAmount(amount) : `+${exactAmount(amount)}`
}

const columns: readonly Column<StatementEntry>[] = [
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
    key: 'what',
    head: t('what'),
    className: styles['what'],
    cell: (entry) => (
      <span className={styles['stack']}>
        <b>{kindText(entry)}</b>
        <small data-part="time">{formatDateTime(entry.at)}</small>
        <small data-part="cause">
          <CauseLink entry={entry} />
        </small>
      </span>
    ),
  },
  {
    key: 'cause',
    head: t('cause'),
    isWideOnly: true,
    className: styles['sideColumn'],
    cell: (entry) => <CauseLink entry={entry} />,
  },
  {
    key: 'amount',
    head: t('amount'),
    align: 'end',
    cell: ({ amount, symbol, balance }) => (
      <span className={styles['stack']}>
        <b data-sign={amount.startsWith('-') ? 'out' : 'in'}>
          {signed(amount)} {symbol}
        </b>
        <small data-part="balance">{t('balanceOf', { amount: exactAmount(balance) })}</small>
      </span>
    ),
  },
  {
    key: 'balance',
    head: t('balance'),
    align: 'end',
    isWideOnly: true,
    className: styles['balanceColumn'],
    cell: ({ balance, symbol }) => `${exactAmount(balance)} ${symbol}`,
  },
]

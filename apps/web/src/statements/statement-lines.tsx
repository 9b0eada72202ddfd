/** The entries of a statement, a page at a time, each with the way to its cause. */
import { formatDateTime, statementMessages, statementReasonWords } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { pairText } from '../markets/market.ts'
import { language } from '../theme/preferences.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { statementRows } from './statement-calls.ts'
import { CauseLink } from './cause-link.tsx'
import { exactAmount } from './statement-sums.tsx'
import type { Line, Statement } from './statement-wire.ts'
import styles from './statements.module.css'

const say = sayer(statementMessages)
const rowHeightPx = 60
/** As many as stand there when little is known: a full page of them would leave a hole. */
const skeletonRows = 6

export type StatementLinesProps = {
  /** Undefined while it is on its way. */
  readonly statement: Statement | undefined
  /** Whether only a part of all entries is asked for. */
  readonly isFiltered: boolean
  /** Whether what is shown is of the choice before. */
  readonly isStale: boolean
  readonly page: number
  readonly onPage: (page: number) => void
}

/** The table and its pages. */
export function StatementLines(props: StatementLinesProps) {
  const { statement, isFiltered, isStale, page, onPage } = props
  const pages = Math.max(1, Math.ceil((statement?.total ?? 0) / statementRows))
  return (
    <section
      className={classes(styles['card'], styles['lines'])}
      aria-label={say('lines')}
      data-stale={isStale}
    >
      <h2>{say('lines')}</h2>
      <DataTable<Line>
        caption={say('caption')}
        columns={columns}
        rows={statement?.lines ?? []}
        keyOf={({ id }) => id}
        state={statement === undefined ? 'loading' : 'ready'}
        empty={say(isFiltered ? 'emptyFiltered' : 'empty')}
        skeletonRows={skeletonRows}
        rowHeightPx={rowHeightPx}
        className={styles['table']}
      />
      <nav className={styles['pages']} aria-label={say('pages')}>
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {say('newer')}
        </Button>
        <span aria-live="polite">{say('page', { page, pages })}</span>
        <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          {say('older')}
        </Button>
      </nav>
    </section>
  )
}

function whatOf({ kind, reason, pair }: Line): string {
  const words = statementReasonWords({ kind, reason }, language)
  return pair === '' ? words : `${words} ${pairText(pair)}`
}

function signed(amount: string): string {
  return amount.startsWith('-') ? exactAmount(amount) : `+${exactAmount(amount)}`
}

const columns: readonly Column<Line>[] = [
  {
    key: 'time',
    head: say('time'),
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
    head: say('what'),
    className: styles['what'],
    cell: (line) => (
      <span className={styles['stack']}>
        <b>{whatOf(line)}</b>
        <small data-part="time">{formatDateTime(line.at)}</small>
        <small data-part="cause">
          <CauseLink line={line} />
        </small>
      </span>
    ),
  },
  {
    key: 'cause',
    head: say('cause'),
    isWideOnly: true,
    className: styles['sideColumn'],
    cell: (line) => <CauseLink line={line} />,
  },
  {
    key: 'amount',
    head: say('amount'),
    align: 'end',
    cell: ({ amount, symbol, balance }) => (
      <span className={styles['stack']}>
        <b data-sign={amount.startsWith('-') ? 'out' : 'in'}>
          {signed(amount)} {symbol}
        </b>
        <small data-part="balance">{say('balanceOf', { amount: exactAmount(balance) })}</small>
      </span>
    ),
  },
  {
    key: 'balance',
    head: say('balance'),
    align: 'end',
    isWideOnly: true,
    className: styles['balanceColumn'],
    cell: ({ balance, symbol }) => `${exactAmount(balance)} ${symbol}`,
  },
]

/** A list of transfers with its states: loading, failed, empty, filled. Each row shows its steps. */
import { formatDateTime, rupiahMessages } from '@tukar/i18n'
import { type ReactNode, useId } from 'react'
import { MoreRows } from '../../app/more-rows.tsx'
import type { PagedList } from '../../app/paged-list.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Badge, type BadgeTone, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { type Deposit, shownRupiah, type Withdrawal } from '../rupiah/rupiah.ts'
import type { TransferKind } from './transfer-story.ts'
import { TransferTimeline } from './transfer-timeline.tsx'
import styles from '../rupiah/rupiah.module.css'

const t = pageTranslator(rupiahMessages)

const skeletonRows = 2

/** The status of a transfer, never a bare "pending". */
export type Chip = { readonly text: string; readonly tone: BadgeTone }

export type TransferSectionProps<Row> = {
  readonly title: string
  readonly empty: string
  readonly list: PagedList<Row>
  readonly renderRow: (row: Row) => ReactNode
}

/** The list below its heading. */
export function TransferSection<Row extends { readonly id: string }>({
  title,
  empty,
  list,
  renderRow,
}: TransferSectionProps<Row>) {
  const id = useId()
  return (
    <section className={styles['history']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {list.state === 'error' ? (
        <ErrorState title={t('listFailed')} text={t('loadFailedText')} onRetry={list.retry} />
      ) : list.state === 'loading' ? (
        <div className={styles['waiting']} aria-busy="true">
          {Array.from({ length: skeletonRows }, (_, index) => (
            <Skeleton key={index} width="100%" height={132} />
          ))}
        </div>
      ) : list.rows.length === 0 ? (
        <EmptyState icon="receipt">{empty}</EmptyState>
      ) : (
        <ul className={styles['transfers']}>
          {list.rows.map((row) => (
            <li key={row.id}>{renderRow(row)}</li>
          ))}
        </ul>
      )}
      <MoreRows list={list} label={t('more')} failed={t('moreFailed')} />
    </section>
  )
}

export type TransferRowProps = {
  readonly kind: TransferKind
  readonly row: Deposit | Withdrawal
  readonly chip: Chip
  /** Elements beside the number and the time. */
  readonly about: ReactNode
  readonly actions: ReactNode
}

/** One transfer: amount, status, details, actions, and steps. */
export function TransferRow({ kind, row, chip, about, actions }: TransferRowProps) {
  return (
    <article className={styles['transfer']}>
      <header>
        <h3>Rp {shownRupiah(row.amount)}</h3>
        <Badge tone={chip.tone}>{chip.text}</Badge>
        <p>
          <span>{t('number', { id: row.id })}</span>
          <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
          {about}
        </p>
      </header>
      {actions !== null && <div className={styles['actions']}>{actions}</div>}
      <details className={styles['steps']} open={row.status === 'PENDING'}>
        <summary>{t('history')}</summary>
        <TransferTimeline kind={kind} steps={row.steps} next={row.next} />
      </details>
    </article>
  )
}

/** The list of a queue's cases: waiting time, amount, and state. */
import { type ReactNode, useEffect, useRef } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { AgeBadge } from './age-badge.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import styles from '../desk.module.css'
import type { ConsoleRoute } from '../frame/console-route.ts'
import { momentText, t, stateText } from '../texts.ts'
import type { Loaded } from '../use-loaded.ts'
import type { Paged } from './case-wire.ts'

/** A row of the list, for all kinds of cases. */
export type QueueItem = {
  readonly id: number
  readonly to: ConsoleRoute
  readonly createdAt: string
  /** When the case ended; null while it is open. */
  readonly endedAt: string | null
  readonly state: string
  /** The title: a person's masked name. */
  readonly title: string
  /** The amount; null if the case has none. */
  readonly figure: string | null
  /** The number of approvals; null if none is required. */
  readonly progress: string | null
}

export type CaseQueueProps = {
  readonly label: string
  readonly loaded: Loaded<Paged<QueueItem>>
  readonly selectedId: number | null
  /** Whether the queue has all cases, not only open ones. */
  readonly isOfAll: boolean
  readonly onPage: (page: number) => void
  readonly onRetry: () => void
  /** The texts of states, if they differ from those of money cases. */
  readonly stateOf?: typeof stateText
}

const skeletonRows = 6

/** A queue; the selected case is marked and scrolled into view. */
export function CaseQueue(props: CaseQueueProps) {
  const { label, loaded, selectedId, isOfAll, onPage, onRetry, stateOf = stateText } = props
  if (loaded.state === 'error') {
    return (
      <ErrorState
        title={t('failedTitle')}
        text={failureText(loaded.failure)}
        code={loaded.failure.requestId}
        onRetry={onRetry}
      />
    )
  }
  if (loaded.state === 'loading') {
    return (
      <ul className={styles['queue']} aria-label={label} aria-busy="true">
        {Array.from({ length: skeletonRows }, (_, index) => (
          <li key={index} className={styles['queueRow']}>
            <Skeleton height={40} />
          </li>
        ))}
      </ul>
    )
  }
  const { rows, page, isLast } = loaded.value
  if (rows.length === 0 && page === 1)
    return <EmptyState icon="check">{t(isOfAll ? 'queueNone' : 'queueEmpty')}</EmptyState>
  return (
    <>
      <ul className={styles['queue']} aria-label={label}>
        {rows.map((row) => (
          <QueueRow key={row.id} row={row} stateOf={stateOf} isSelected={row.id === selectedId} />
        ))}
      </ul>
      {(page > 1 || !isLast) && (
        <div className={styles['pager']}>
          <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {t('fewer')}
          </Button>
          <span>{t('page', { page })}</span>
          <Button size="small" disabled={isLast} onClick={() => onPage(page + 1)}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}

type QueueRowProps = {
  readonly row: QueueItem
  readonly stateOf: typeof stateText
  readonly isSelected: boolean
}

function QueueRow({ row, stateOf, isSelected }: QueueRowProps) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const { text, tone } = stateOf(row.state)
  const line = (children: ReactNode) => <span className={styles['queueLine']}>{children}</span>
  return (
    <li ref={item}>
      <DeskLink
        to={row.to}
        className={styles['queueRow']}
        aria-current={isSelected ? 'true' : undefined}
      >
        {line(
          <>
            <span className={styles['queueTitle']}>{row.title}</span>
            {row.figure !== null && <span className={styles['queueFigure']}>{row.figure}</span>}
          </>,
        )}
        {line(
          <>
            <Badge tone={tone}>{text}</Badge>
            {row.progress !== null && <Badge tone="accent">{row.progress}</Badge>}
            <span className={styles['queueAge']}>
              {row.endedAt === null ? (
                <AgeBadge beganAt={row.createdAt} />
              ) : (
                <time dateTime={row.endedAt}>{momentText(row.endedAt)}</time>
              )}
            </span>
          </>,
        )}
      </DeskLink>
    </li>
  )
}

/**
 * A queue and its selected case: the list on the left, the case on the right; J and K move through the list.
 */
import type { ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { CaseQueue, type CaseQueueProps } from '../cases/case-queue.tsx'
import { DeskLink } from './desk-link.tsx'
import styles from '../desk.module.css'
import type { ConsoleRoute } from './console-route.ts'
import { navigate } from './route-store.ts'
import { t } from '../texts.ts'
import type { Loaded } from '../use-loaded.ts'
import { useKeys } from '../use-keys.ts'

export type QueuePageProps = Omit<CaseQueueProps, 'label'> & {
  readonly name: string
  /** The keyboard shortcuts; none if omitted. */
  readonly keys?: ReactNode
  /** The selected case. */
  readonly children: ReactNode
}

/** The page of a queue. */
export function QueuePage({ name, keys, children, ...queue }: QueuePageProps) {
  const { loaded, selectedId } = queue
  const items = loaded.state === 'ready' ? loaded.value.rows : []
  const move = (by: number) => {
    const at = items.findIndex(({ id }) => id === selectedId)
    const next = at < 0 ? items[by > 0 ? 0 : items.length - 1] : items[at + by]
    if (next !== undefined) navigate(next.to)
  }
  useKeys({ j: () => move(1), k: () => move(-1) })
  return (
    <div className={styles['cases']} data-open={selectedId !== null}>
      <div className={styles['list']}>
        <h1>{name}</h1>
        <CaseQueue label={t('queueName', { name })} {...queue} />
        {keys !== undefined && <p className={styles['keys']}>{keys}</p>}
      </div>
      <div className={styles['side']}>
        {selectedId !== null && children}
        {selectedId === null && items.length > 0 && <EmptyState>{t('pickCase')}</EmptyState>}
      </div>
    </div>
  )
}

export type LoadedCaseProps<Case> = {
  readonly loaded: Loaded<Case>
  /** The queue without a selected case. */
  readonly queue: ConsoleRoute
  readonly onRetry: () => void
  readonly children: (detail: Case, back: ReactNode) => ReactNode
}

/** The selected case once it is loaded, with a link back to its queue. */
export function LoadedCase<Case>({ loaded, queue, onRetry, children }: LoadedCaseProps<Case>) {
  const back = (
    <DeskLink to={queue} className={styles['back']}>
      {t('backToQueue')}
    </DeskLink>
  )
  if (loaded.state === 'loading') return <Skeleton height={320} />
  if (loaded.state === 'error') {
    const { failure } = loaded
    return (
      <>
        {back}
        <ErrorState
          title={t('failedTitle')}
          text={failureText(failure)}
          code={failure.requestId}
          onRetry={onRetry}
        />
      </>
    )
  }
  return children(loaded.value, back)
}

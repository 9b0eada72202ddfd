/** The changes that wait for a second operator, and the history of changes. */
import { type ChangeStatus, changeStatuses } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Select } from '../../ui/select.tsx'
import styles from '../desk.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { t as tDesk } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import { loadChanges } from './change-calls.ts'
import { ChangeCase } from './change-case.tsx'
import { t, statusText } from './change-texts.ts'

const listHeight = 320

/** The page of changes. */
export function ChangesPage({ onChanged }: FeaturePageProps) {
  const [status, setStatus] = useState<ChangeStatus | 'all'>('all')
  const [page, setPage] = useState(1)
  const filter = status === 'all' ? null : status
  const { loaded, reload } = useLoaded(`${status} ${page}`, () => loadChanges(filter, page))
  const options = [
    { value: 'all' as const, label: t('statusAll') },
    ...changeStatuses.map((value) => ({ value, label: statusText(value).text })),
  ]
  const onDecided = () => {
    reload()
    onChanged()
  }
  return (
    <div className={styles['page']}>
      <div className={styles['pageHead']}>
        <h1>{t('changes')}</h1>
        <Select
          label={t('filter')}
          value={status}
          options={options}
          onChange={(next) => {
            setStatus(next)
            setPage(1)
          }}
        />
      </div>
      <p className={styles['quiet']}>{t('changesText')}</p>
      {loaded.state === 'loading' && <Skeleton height={listHeight} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={tDesk('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      )}
      {loaded.state === 'ready' && loaded.value.rows.length === 0 && (
        <EmptyState icon="check">{t('empty')}</EmptyState>
      )}
      {loaded.state === 'ready' &&
        loaded.value.rows.map((one) => (
          <ChangeCase key={one.id} change={one} onDecided={onDecided} />
        ))}
      {loaded.state === 'ready' && (page > 1 || !loaded.value.isLast) && (
        <div className={styles['pager']}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {tDesk('fewer')}
          </Button>
          <span>{tDesk('page', { page })}</span>
          <Button size="small" disabled={loaded.value.isLast} onClick={() => setPage(page + 1)}>
            {tDesk('more')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The end of a paged list: a button for the next page, and an error if it did not load. */
import { Button } from '../ui/button.tsx'
import styles from './more-rows.module.css'
import type { NextPage } from './paged-list.ts'

/**
 * The button while there are more pages.
 *
 * @param failed shown if the page did not load
 */
export function MoreRows({
  list: { hasMore, isLoadingMore, isMoreFailed, loadMore },
  label,
  failed,
}: {
  readonly list: NextPage
  readonly label: string
  readonly failed: string
}) {
  if (!hasMore) return null
  return (
    <div className={styles['more']}>
      {isMoreFailed && <p role="alert">{failed}</p>}
      <Button size="small" isBusy={isLoadingMore} onClick={loadMore}>
        {label}
      </Button>
    </div>
  )
}

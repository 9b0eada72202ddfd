/** Below a list that comes page by page: brings the next page; one that did not come is told. */
import { Button } from '../ui/button.tsx'
import styles from './more-rows.module.css'
import type { NextPage } from './paged-list.ts'

/**
 * The button, as long as there is more.
 *
 * @param failed what is said where the page did not come
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

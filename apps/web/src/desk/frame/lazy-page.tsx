/** Pages of the console that are loaded when they are first opened. */
import { type ComponentType, lazy, Suspense } from 'react'
import { pageFile } from '../../app/page-file.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import styles from '../desk.module.css'
import type { FeaturePageProps } from './feature-page.ts'

type Page = ComponentType<FeaturePageProps>

/** A page with a placeholder while it loads; a failed load shows the console's error page. */
export function lazyPage(load: () => Promise<Page>, height: number): Page {
  const Loaded = lazy(async () => ({ default: await pageFile(load()) }))
  return function LaterPage(props) {
    const placeholder = (
      <div className={styles['page']} aria-busy="true">
        <Skeleton width={200} height={28} />
        <Skeleton height={height} />
      </div>
    )
    return (
      <Suspense fallback={placeholder}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

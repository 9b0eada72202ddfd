/** The placeholder of the order demonstration, in its final size. */
import { Skeleton } from '../ui/feedback.tsx'
import styles from './order-demo.module.css'

/** Three grey panes. */
export function DemoSkeleton() {
  return (
    <div className={styles['demo']} aria-hidden="true">
      <div className={styles['ask']}>
        <Skeleton width="100%" height={36} />
        <Skeleton width="100%" height={48} />
        <Skeleton width="70%" height={16} />
      </div>
      <div className={styles['receipt']}>
        <Skeleton width="50%" height={20} />
        <Skeleton width="100%" height={150} />
      </div>
      <div className={styles['book']}>
        <Skeleton width="100%" height={384} />
      </div>
    </div>
  )
}

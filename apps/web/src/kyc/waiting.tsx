/** The placeholder of a form while it loads. */
import { Skeleton } from '../ui/feedback.tsx'
import styles from './kyc.module.css'

/** The number of rows of the form. */
export function Waiting({ rows }: { readonly rows: number }) {
  return (
    <div className={styles['form']} aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} width="100%" height={66} />
      ))}
    </div>
  )
}

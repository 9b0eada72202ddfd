/** The place of a form that is still on its way. */
import { Skeleton } from '../ui/feedback.tsx'
import styles from './kyc.module.css'

/** As many rows as the form that comes. */
export function Waiting({ rows }: { readonly rows: number }) {
  return (
    <div className={styles['form']} aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} width="100%" height={66} />
      ))}
    </div>
  )
}

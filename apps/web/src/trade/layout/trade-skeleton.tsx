/** The page while its market is on its way: the same panes in their final places. */
import { shellMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { Skeleton, VisuallyHidden } from '../../ui/feedback.tsx'
import styles from '../trading-page.module.css'

const say = sayer(shellMessages)

/** The panes of a phone. */
export function PhoneBones() {
  return (
    <div className={styles['phone']} aria-busy="true">
      <SummaryBones />
      <div className={styles['phoneChart']} />
    </div>
  )
}

/** The summary, in any layout. */
export function SummaryBones() {
  return (
    <>
      <VisuallyHidden>{say('loading')}</VisuallyHidden>
      <div className={styles['bones']} data-part="summary">
        <Skeleton width={120} height={20} />
        <Skeleton width={150} height={20} />
      </div>
    </>
  )
}

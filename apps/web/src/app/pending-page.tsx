/** Stands where a page will be while its file or its first data are on their way. */
import { shellMessages } from '@tukar/i18n'
import { Skeleton, VisuallyHidden } from '../ui/feedback.tsx'
import styles from './frame.module.css'
import { sayer } from './translate.ts'

const say = sayer(shellMessages)

/** A heading and some lines, as grey bars; said as "Loading". */
export function PendingPage() {
  return (
    <div className={styles['pending']} aria-busy="true">
      <VisuallyHidden as="p">{say('loading')}</VisuallyHidden>
      <Skeleton width="min(320px, 60%)" height={36} />
      <Skeleton width="min(560px, 90%)" height={20} />
      <Skeleton width="100%" height={240} />
    </div>
  )
}

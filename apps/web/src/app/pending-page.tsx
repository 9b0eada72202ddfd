/** The placeholder while a page's file or its first data load. */
import { shellMessages } from '@tukar/i18n'
import { Skeleton, VisuallyHidden } from '../ui/feedback.tsx'
import styles from './frame.module.css'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)

/** Gray bars for a heading and some lines; announced as "Loading". */
export function PendingPage() {
  return (
    <div className={styles['pending']} aria-busy="true">
      <VisuallyHidden as="p">{t('loading')}</VisuallyHidden>
      <Skeleton width="min(320px, 60%)" height={36} />
      <Skeleton width="min(560px, 90%)" height={20} />
      <Skeleton width="100%" height={240} />
    </div>
  )
}

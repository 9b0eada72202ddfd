/** The skeleton of the page while its market loads: the same panes at their final positions. */
import { shellMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { Skeleton, VisuallyHidden } from '../../ui/feedback.tsx'
import styles from '../trading-page.module.css'

const t = pageTranslator(shellMessages)

/** The skeleton of a phone. */
export function PhoneBones() {
  return (
    <div className={styles['phone']} aria-busy="true">
      <SummaryBones />
      <div className={styles['phoneChart']} />
    </div>
  )
}

/** The skeleton of the summary, for all layouts. */
export function SummaryBones() {
  return (
    <>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={styles['bones']} data-part="summary">
        <Skeleton width={120} height={20} />
        <Skeleton width={150} height={20} />
      </div>
    </>
  )
}

/** How far one is: a bar of four parts, told in words to those who do not see it. */
import { VisuallyHidden } from '../ui/feedback.tsx'
import { t } from './modal-texts.ts'
import styles from './modal.module.css'

const parts = [1, 2, 3, 4] as const

/** The parts, those behind and the present one filled. */
export function ModalProgress({ now }: { readonly now: (typeof parts)[number] }) {
  return (
    <div className={styles['parts']}>
      <VisuallyHidden>{t('part', { part: now, parts: parts.length })}</VisuallyHidden>
      {parts.map((part) => (
        <span key={part} data-filled={part <= now} />
      ))}
    </div>
  )
}

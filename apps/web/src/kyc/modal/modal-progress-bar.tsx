/** The progress as a bar of four parts, with a text for screen readers. */
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { t } from './modal-texts.ts'
import styles from './modal.module.css'

const parts = [1, 2, 3, 4] as const

/** The parts; completed parts and the current part are filled. */
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

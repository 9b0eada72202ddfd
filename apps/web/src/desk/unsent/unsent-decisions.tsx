/** Shows decisions of an earlier visit that were not confirmed when the operator left. */
import { TextButton } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import styles from '../desk.module.css'
import { parsePath } from '../frame/console-route.ts'
import { t } from '../texts.ts'
import { deleteStoredDecision, useUnsent } from './decision-store.ts'

/** One message per decision; empty if there are none. */
export function UnsentDecisions({ userId }: { readonly userId: number }) {
  return useUnsent(userId).map((decision, index) => (
    <Banner
      key={index}
      tone="warn"
      isSpoken
      action={
        <TextButton onClick={() => deleteStoredDecision(decision)}>{t('leftDismiss')}</TextButton>
      }
    >
      {t('leftUnsent', { what: decision.title })}{' '}
      <DeskLink className={styles['exit']} to={parsePath(decision.place)}>
        {t('leftOpen')}
      </DeskLink>
    </Banner>
  ))
}

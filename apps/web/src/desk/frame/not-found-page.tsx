/** The page of an unknown path in the console. */
import { NotFoundView } from '../../app/not-found-view.tsx'
import { DeskLink } from './desk-link.tsx'
import styles from '../desk.module.css'
import { t } from '../texts.ts'

/** The console has no page at this path (DEC-05). */
export function NotFoundPage() {
  return (
    <NotFoundView>
      <DeskLink className={styles['inlineLink']} to={{ page: 'overview' }}>
        {t('overview')}
      </DeskLink>
    </NotFoundView>
  )
}

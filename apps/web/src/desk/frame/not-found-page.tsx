/** The page of an address of the console at which there is nothing. */
import { NotFoundView } from '../../app/not-found-view.tsx'
import { DeskLink } from './desk-link.tsx'
import styles from '../desk.module.css'
import { t } from '../texts.ts'

/** Nothing is at this address of the console (DEC-05). */
export function NotFoundPage() {
  return (
    <NotFoundView>
      <DeskLink className={styles['inlineLink']} to={{ page: 'overview' }}>
        {t('overview')}
      </DeskLink>
    </NotFoundView>
  )
}

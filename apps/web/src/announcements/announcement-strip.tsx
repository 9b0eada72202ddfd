/**
 * The strip above all pages: what the operator announces, one at a time, the most urgent first. It lies
 * over the page below the navigation, so nothing that somebody reads moves when it comes or goes.
 */
import { announcementMessages } from '@tukar/i18n'
import { sayer } from '../app/say.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { dismiss, useAnnouncements } from './announcements-store.ts'
import styles from './announcements.module.css'
import type { Announcement } from './wire-reading.ts'

const say = sayer(announcementMessages)

/** The strip; nothing while nothing is announced. */
export function AnnouncementStrip() {
  const [first] = useAnnouncements()
  return (
    <div className={styles['place']} role="status">
      {first !== undefined && (
        <section
          key={first.key}
          className={styles['strip']}
          data-level={first.isWarning ? 'warning' : 'info'}
          aria-label={say('label')}
        >
          <Icon name={first.isWarning ? 'warning' : 'info'} size={18} />
          <p className={styles['text']}>
            {first.text}
            <More announcement={first} />
          </p>
          <IconButton
            icon="close"
            size="small"
            label={say('dismiss')}
            onClick={() => dismiss(first.key)}
          />
        </section>
      )}
    </div>
  )
}

/** Where there is more to read. */
export function More({ announcement: { link } }: { readonly announcement: Announcement }) {
  if (link === null) return null
  const isOurs = link.startsWith('/')
  return (
    <a
      className={styles['more']}
      href={link}
      {...(!isOurs && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {say('more')}
    </a>
  )
}

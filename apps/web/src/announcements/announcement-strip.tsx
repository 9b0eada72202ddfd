/**
 * The strip above all pages: what the operator announces, one at a time, the most urgent first. It stands
 * above the page; one that comes while somebody is on a page lies over it, so that nothing moves under his
 * hand, and stands above the next page.
 */
import { announcementMessages } from '@tukar/i18n'
import { useLocation } from '../router/state.ts'
import { useLayoutEffect, useState } from 'react'
import { sayer } from '../app/translate.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { dismiss, useAnnouncements, useIsKnown } from './announcements-store.ts'
import styles from './announcements.module.css'
import type { Announcement } from './wire.ts'

const say = sayer(announcementMessages)

/** What was announced before a page came stands above it, if it is told so soon. */
const beginMs = 2_000

/** The strip; nothing while nothing is announced. */
export function AnnouncementStrip() {
  const page = useLocation({ select: ({ pathname }) => pathname })
  return <PageStrip key={page} />
}

/** Whether an announcement came while somebody was on the page already. */
function useIsLate(key: string | undefined): boolean {
  const isKnown = useIsKnown()
  const [beganMs] = useState(() => performance.now())
  const [first, setFirst] = useState(isKnown ? { key } : null)
  useLayoutEffect(() => {
    if (first !== null || !isKnown) return
    setFirst({ key: performance.now() - beganMs < beginMs ? key : undefined })
  }, [first, isKnown, key, beganMs])
  return key !== first?.key
}

function PageStrip() {
  const [first] = useAnnouncements()
  const isLate = useIsLate(first?.key)
  return (
    <div className={styles['place']} data-over={first !== undefined && isLate} role="status">
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

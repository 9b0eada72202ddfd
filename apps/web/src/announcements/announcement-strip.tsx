/**
 * The announcements of the operator above all pages, one at a time, the most urgent first. An announcement
 * that arrives later overlays the page, so that nothing moves under the pointer. On the next page it is above
 * the content.
 */
import { announcementMessages } from '@tukar/i18n'
import { useLocation } from '../router/state.ts'
import { useLayoutEffect, useState } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { dismiss, useAnnouncements, useIsKnown } from './announcements-store.ts'
import styles from './announcements.module.css'
import type { Announcement } from './wire.ts'

const t = pageTranslator(announcementMessages)

/** An announcement that arrives within this time of the page's start is placed above the page. */
const beginMs = 2_000

/** The strip; empty without announcements. */
export function AnnouncementStrip() {
  const page = useLocation({ select: ({ pathname }) => pathname })
  return <PageStrip key={page} />
}

/** Whether an announcement arrived while the page was already in use. */
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
          aria-label={t('label')}
        >
          <Icon name={first.isWarning ? 'warning' : 'info'} size={18} />
          <p className={styles['text']}>
            {first.text}
            <More announcement={first} />
          </p>
          <IconButton
            icon="close"
            size="small"
            label={t('dismiss')}
            onClick={() => dismiss(first.key)}
          />
        </section>
      )}
    </div>
  )
}

/** The link to details. */
export function More({ announcement: { link } }: { readonly announcement: Announcement }) {
  if (link === null) return null
  const isOurs = link.startsWith('/')
  return (
    <a
      className={styles['more']}
      href={link}
      {...(!isOurs && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {t('more')}
    </a>
  )
}

/** Announcements in the console: current and future ones, and the form. */
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { language } from '../../theme/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from '../desk.module.css'
import { momentText, t as tDesk } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { loadAnnouncements, removeAnnouncement } from './content-calls.ts'
import own from './content.module.css'
import { type Announcement, isFuture } from './content.ts'
import { t } from './content-texts.ts'

/** The announcement in the form; null creates one. The form is closed while the whole value is null. */
type Open = { readonly announcement: Announcement | null } | null

/** The page of announcements. */
export function AnnouncementsPage() {
  const { loaded, reload } = useLoaded('announcements', loadAnnouncements)
  const [open, setOpen] = useState<Open>(null)
  const close = () => {
    setOpen(null)
    reload()
  }
  return (
    <div className={styles['page']}>
      <div className={styles['pageHead']}>
        <h1>{t('announcements')}</h1>
        <Button kind="primary" size="small" onClick={() => setOpen({ announcement: null })}>
          {t('newAnnouncement')}
        </Button>
      </div>
      <p className={styles['quiet']}>{t('announcementsText')}</p>
      {open !== null && (
        <AnnouncementForm
          key={open.announcement?.id ?? 'new'}
          read={open.announcement}
          onClose={close}
        />
      )}
      <div className={own['notices']}>
        {loaded.state === 'loading' && <Skeleton height={96} />}
        {loaded.state === 'error' && (
          <ErrorState
            title={tDesk('failedTitle')}
            text={failureText(loaded.failure)}
            code={loaded.failure.requestId}
            onRetry={reload}
          />
        )}
        {loaded.state === 'ready' && loaded.value.length === 0 && (
          <EmptyState>{t('noAnnouncements')}</EmptyState>
        )}
        {loaded.state === 'ready' &&
          loaded.value.map((one) => (
            <Notice
              key={one.id}
              announcement={one}
              onEdit={() => setOpen({ announcement: one })}
              onRemoved={reload}
            />
          ))}
      </div>
    </div>
  )
}

type NoticeProps = {
  readonly announcement: Announcement
  readonly onEdit: () => void
  readonly onRemoved: () => void
}

function Notice({ announcement, onEdit, onRemoved }: NoticeProps) {
  const { level, text, link, currency, startsAt, endsAt, changedBy, changedAt } = announcement
  const isNow = !isFuture(startsAt)
  const [isConfirming, setConfirming] = useState(false)
  const remove = async () => {
    const answer = await removeAnnouncement(announcement)
    if (answer.ok) toast('good', t('ended'))
    else toast('bad', failureText(answer))
    onRemoved()
  }
  return (
    <article className={own['notice']}>
      <div className={own['noticeHead']}>
        <Badge tone={level === 'warning' ? 'warn' : 'neutral'}>{t(level)}</Badge>
        <Badge tone={isNow ? 'up' : 'accent'}>{t(isNow ? 'standing' : 'coming')}</Badge>
        <Badge>{currency === '' ? t('everywhere') : t('atWallet', { currency })}</Badge>
      </div>
      <p lang="en">{text.en}</p>
      <p lang="id">{text.id}</p>
      {link !== '' && <p className={styles['quiet']}>{t('leadsTo', { link })}</p>}
      <p className={styles['quiet']}>
        {endsAt === ''
          ? t('periodOpen', { from: momentText(startsAt) })
          : t('period', { from: momentText(startsAt), to: momentText(endsAt) })}
        {' · '}
        {t('changedBy', { name: changedBy, at: momentText(changedAt) })}
      </p>
      <div className={styles['choices']}>
        <Button size="small" onClick={onEdit}>
          {t('edit')}
        </Button>
        {isConfirming ? (
          <Button size="small" kind="danger" onClick={() => void remove()}>
            {t('removeAsk', { title: text[language].slice(0, 40) })}
          </Button>
        ) : (
          <Button size="small" onClick={() => setConfirming(true)}>
            {t('remove')}
          </Button>
        )}
      </div>
    </article>
  )
}

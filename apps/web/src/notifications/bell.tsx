/**
 * The bell (NAV-03): a dot for unread notifications, and a panel with the latest ten and a button that marks
 * all as read. On phones the panel is a sheet.
 */
import { formatDateTime, notificationMessages } from '@tukar/i18n'
import { useEffect, useState } from 'react'
import { failureText } from '../api/failure-text.ts'
import { useResource } from '../api/resource.ts'
import { pageTranslator } from '../app/translate.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { EmptyState, ErrorState, Skeleton, VisuallyHidden } from '../ui/feedback.tsx'
import { Menu, type MenuTriggerProps } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './bell.module.css'
import type { Notification } from './notification-calls.ts'
import {
  hasUnread,
  latest,
  markAllRead,
  showLatest,
  useNotificationUpdates,
} from './notification-state.ts'

const t = pageTranslator(notificationMessages)
const skeletonRows = 4

function useIsUnread(): boolean {
  const unread = useResource(hasUnread)
  return unread.state === 'ready' && unread.value
}

function BellButton(
  props: Partial<MenuTriggerProps> & {
    readonly onClick: () => void
    readonly size?: 'small' | 'regular'
  },
) {
  const isUnread = useIsUnread()
  return (
    <span className={styles['bell']}>
      <IconButton icon="bell" label={t(isUnread ? 'bellUnread' : 'bell')} {...props} />
      {isUnread && <span className={styles['dot']} aria-hidden="true" />}
    </span>
  )
}

/** The bell on wide screens, with a panel below it. */
export function Bell() {
  useNotificationUpdates()
  return (
    <Menu
      label={t('title')}
      panelClassName={styles['panel']}
      renderTrigger={(props) => <BellButton size="small" {...props} />}
    >
      {() => (
        <>
          <h2 className={styles['title']}>{t('title')}</h2>
          <NotificationList />
        </>
      )}
    </Menu>
  )
}

/** The bell on phones, with a sheet from the side. */
export function BellSheet() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BellButton onClick={() => setOpen(true)} />
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('title')}
        bodyClassName={styles['sheetBody']}
      >
        <NotificationList />
      </Sheet>
    </>
  )
}

function NotificationList() {
  const list = useResource(latest)
  useEffect(showLatest, [])
  if (list.state === 'loading') return <Waiting />
  if (list.state === 'error') {
    return <ErrorState title={t('failed')} text={t('failedText')} onRetry={latest.reload} />
  }
  if (list.value.length === 0) return <EmptyState icon="bell">{t('empty')}</EmptyState>
  return (
    <>
      <ul className={styles['rows']}>
        {list.value.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      <ClearAll isNeeded={list.value.some(({ isRead }) => !isRead)} />
    </>
  )
}

function Row({ row }: { readonly row: Notification }) {
  return (
    <li className={styles['row']} data-unread={!row.isRead}>
      {!row.isRead && <VisuallyHidden>{t('unread')}</VisuallyHidden>}
      <p className={styles['text']}>{row.text}</p>
      <time className={styles['time']} dateTime={row.createdAt}>
        {formatDateTime(row.createdAt)}
      </time>
    </li>
  )
}

function ClearAll({ isNeeded }: { readonly isNeeded: boolean }) {
  const isUnread = useIsUnread()
  const [isBusy, setBusy] = useState(false)
  const clear = async () => {
    setBusy(true)
    const failure = await markAllRead()
    setBusy(false)
    if (failure !== null) toast('bad', failureText(failure))
  }
  return (
    <Button
      isWide
      size="small"
      isBusy={isBusy}
      disabled={!isNeeded && !isUnread}
      onClick={() => {
        clear().catch(() => setBusy(false))
      }}
    >
      {t('clearAll')}
    </Button>
  )
}

function Waiting() {
  return (
    <div className={styles['rows']} aria-busy="true">
      <VisuallyHidden as="p">{t('loading')}</VisuallyHidden>
      {Array.from({ length: skeletonRows }, (_, index) => (
        <div key={index} className={styles['row']}>
          <Skeleton width="86%" height={16} />
          <Skeleton width="40%" height={12} />
        </div>
      ))}
    </div>
  )
}

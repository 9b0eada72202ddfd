/**
 * The state of the bell: whether there are unread notifications, and the latest ten. Both are reloaded on
 * events of the exchange, and after the connection was lost.
 */
import { useEffect } from 'react'
import { currentSession, onSession, useSession } from '../api/session.ts'
import { createResource } from '../api/resource.ts'
import { toast } from '../ui/toast.tsx'
import { clearAll, loadHasUnread, loadLatest, type Notification } from './notification-calls.ts'
import type { Failure } from '../api/request.ts'
import { pageNotices } from './notice-rule.ts'

const none: readonly Notification[] = []

/** Whether there is an unread notification (NOTIF-01). */
export const hasUnread = createResource(async () => currentSession() !== null && loadHasUnread())

/** The latest notifications; empty for guests. */
export const latest = createResource(async () =>
  currentSession() === null ? none : await loadLatest(),
)

onSession(hasUnread.reload)
onSession(latest.reload)

/** Marks all as read here and on the server; null on success, otherwise the failure. */
export async function markAllRead(): Promise<Failure | null> {
  const before = latest.read()
  const shown = new Set(before.state === 'ready' ? before.value.map(({ id }) => id) : [])
  const failure = await clearAll()
  if (failure !== null) return failure
  hasUnread.put(false)
  // A notification that arrived during the call may still be unread.
  hasUnread.reload()
  latest.change((rows) => rows.map((row) => (shown.has(row.id) ? { ...row, isRead: true } : row)))
  return null
}

let listsShown = 0

/**
 * Keeps the list current while it is shown: loads it now and on each event, until the returned function is
 * called.
 */
export function showLatest(): () => void {
  listsShown += 1
  latest.reload()
  return () => {
    listsShown -= 1
  }
}

function learn(text: string, about: string): void {
  hasUnread.put(true)
  // A closed list is loaded when it opens. An event may also mean that this session ended, and then the call
  // would be refused.
  if (listsShown > 0) latest.reload()
  if (pageNotices.isShown({ about, text }, location.pathname) && text !== '') toast('info', text)
}

/**
 * Subscribes to events while a user is signed in (NOTIF-04). The realtime client is loaded after the page;
 * pages that use it share it.
 */
export function useNotificationUpdates(): void {
  const session = useSession()
  useEffect(() => {
    if (session === null) return undefined
    let isOver = false
    let release: (() => void) | null = null
    const follow = async () => {
      const { onFeedEvent } = await import('../feed/store.ts')
      if (isOver) return
      release = onFeedEvent((event) => {
        if (event.kind === 'notice') learn(event.text, event.about)
        if (event.kind === 'missed') hasUnread.reload()
      })
    }
    // Without a connection the bell still loads with every page.
    follow().catch(() => undefined)
    return () => {
      isOver = true
      release?.()
    }
  }, [session])
}

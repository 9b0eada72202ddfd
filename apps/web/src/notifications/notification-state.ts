/**
 * What the bell knows: whether anything is unread, and the latest ten. Both are asked again when the
 * exchange says over the line that there is news, and when the line was away.
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

/** The latest notifications; a guest has none. */
export const latest = createResource(async () =>
  currentSession() === null ? none : await loadLatest(),
)

onSession(hasUnread.reload)
onSession(latest.reload)

/** Marks all as read here and on the server; null where it went well. */
export async function markAllRead(): Promise<Failure | null> {
  const before = latest.read()
  const shown = new Set(before.state === 'ready' ? before.value.map(({ id }) => id) : [])
  const failure = await clearAll()
  if (failure !== null) return failure
  hasUnread.put(false)
  // What came meanwhile may be unread still.
  hasUnread.reload()
  latest.change((rows) => rows.map((row) => (shown.has(row.id) ? { ...row, isRead: true } : row)))
  return null
}

let listsShown = 0

/** Keeps the list fresh while it is shown: asks now and at each news, until what it returns is called. */
export function showLatest(): () => void {
  listsShown += 1
  latest.reload()
  return () => {
    listsShown -= 1
  }
}

function learn(text: string, about: string): void {
  hasUnread.put(true)
  // A list that nobody sees is asked for when it is opened. News may also tell that this very session
  // is over, and then the call would be refused.
  if (listsShown > 0) latest.reload()
  if (pageNotices.isShown({ about, text }, location.pathname) && text !== '') toast('info', text)
}

/**
 * Follows the line for news while someone is signed in (NOTIF-04). The line's client is fetched after
 * the page stands; pages that use it themselves share it.
 */
export function useNews(): void {
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
    // Without the line the bell still asks on every load of the page.
    follow().catch(() => undefined)
    return () => {
      isOver = true
      release?.()
    }
  }, [session])
}

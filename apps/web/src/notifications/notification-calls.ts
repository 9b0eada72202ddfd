/** The calls for the user's notifications (NOTIF-02, NOTIF-03, DEC-126). */
import { type NotificationRow, routes } from '@tukar/wire'
import { call, load } from '../api/call.ts'
import type { Failure } from '../api/request.ts'

export type Notification = {
  readonly id: string
  readonly text: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly isRead: boolean
}

/** Rows of the panel (DEC-126). */
export const panelRows = 10

const unreadOnly = JSON.stringify([{ field: 'read_tf', op: 'equal', value: false }])

function loadRows(rows: number, filterRules?: string): Promise<readonly Notification[]> {
  const input = { page: 1, rows, sort: 'id', order: 'desc', filter_rules: filterRules } as const
  return load(routes.notifications, { input }, ({ data }) => data.datas.map(readNotification))
}

/** Returns whether there is an unread notification; asks for the newest unread one only (NOTIF-02). */
export async function loadHasUnread(): Promise<boolean> {
  return (await loadRows(1, unreadOnly)).length > 0
}

/** Loads the latest notifications, newest first. Throws if the server does not answer. */
export function loadLatest(): Promise<readonly Notification[]> {
  return loadRows(panelRows)
}

/** Marks all as read (DEC-127); null on success, otherwise the failure. */
export async function clearAll(): Promise<Failure | null> {
  const outcome = await call(routes.clearNotifications, {})
  return outcome.ok ? null : outcome
}

/** Reads a row of the list (DATA-08). */
function readNotification(row: NotificationRow): Notification {
  return {
    id: String(row.id),
    text: row.notif_text,
    createdAt: row.created_at,
    isRead: row.read_tf,
  }
}

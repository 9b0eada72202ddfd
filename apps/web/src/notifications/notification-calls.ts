/** The calls for what the exchange told its user (NOTIF-02, NOTIF-03, DEC-126). */
import { type JsonRecord, rowsOf, textAt } from '../api/json.ts'
import { type Failure, send } from '../api/request.ts'

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

async function load(rows: number, filterRules?: string): Promise<readonly Notification[]> {
  const outcome = await send({
    host: 'sync',
    method: 'GET',
    path: '/notifs',
    query: { page: 1, rows, sort: 'id', order: 'desc', filter_rules: filterRules },
  })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return readNotifications(outcome.body)
}

/** Returns whether there is any unread one: asks for the newest of them alone (NOTIF-02). */
export async function loadHasUnread(): Promise<boolean> {
  return (await load(1, unreadOnly)).length > 0
}

/** Loads the latest ones, newest first. Throws where the server does not answer. */
export function loadLatest(): Promise<readonly Notification[]> {
  return load(panelRows)
}

/** Marks all as read (DEC-127); null where it went well. */
export async function clearAll(): Promise<Failure | null> {
  const path = '/notifs/clear-all'
  const outcome = await send({ host: 'sync', method: 'POST', path, body: {} })
  return outcome.ok ? null : outcome
}

/** Reads the rows of an answer (DATA-08). */
export function readNotifications(body: JsonRecord): readonly Notification[] {
  return rowsOf(body).map((row) => ({
    id: textAt(row, 'id'),
    text: textAt(row, 'notif_text'),
    createdAt: textAt(row, 'created_at'),
    isRead: isTrue(row['read_tf']),
  }))
}

/** Servers say yes in several ways (DEC-115). */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true' || value === 'yes'
}

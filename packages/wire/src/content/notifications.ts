/** Notifications on the wire (DATA-08): rows of the list, its filter fields, and the event. */
import type { NotificationRow } from '../answers/content.ts'
import type { NotificationFrame } from '../answers/events.ts'
import { type ListFields, numberField, timeField, wordField } from '../list.ts'

/** The fields by which the list of notifications can be sorted and filtered. */
export const notificationFields: ListFields = {
  id: numberField('noticeId'),
  read_tf: wordField('isRead', { true: true, false: false, 1: true, 0: false }),
  created_at: timeField('createdMs'),
}

export type NotificationFigures = {
  readonly noticeId: number
  readonly kind: string
  readonly isRead: boolean
  readonly createdMs: number
}

/** A row of the list; `text` is in the reader's language. */
export function notificationRow(text: string, notice: NotificationFigures): NotificationRow {
  return {
    id: notice.noticeId,
    notif_text: text,
    created_at: new Date(notice.createdMs).toISOString(),
    read_tf: notice.isRead,
    kind: notice.kind,
  }
}

/** `notif` (RT-05): a notification that only its user gets, at once (DEC-124). */
export function notificationFrame(userId: number, kind: string, text: string): NotificationFrame {
  return { uid: userId, message: text, kind }
}

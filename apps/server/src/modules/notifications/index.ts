/** The API of the notifications module. */
export { announce, type UserEvent } from './announce.ts'
export { kycReasonSentences } from './kyc-reasons.ts'
export type { NewNotice, NoticeKind, NoticeParams } from './notices.ts'
export { notify } from './notify.ts'
export { type NotificationRoutes, registerNotificationRoutes } from './routes.ts'
export { deleteNoticesOf, sweepNotices } from './store.ts'
export { startNotifier } from './notifier.ts'

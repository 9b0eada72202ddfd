/** The notifications module's front door. */
export type { NewNotice, NoticeKind, NoticeParams } from './notices.ts'
export { notify } from './notify.ts'

/** The front door of the wire. */
export * from './account-rules.ts'
export * from './article-body.ts'
export * from './calls.ts'
export * from './checksum.ts'
export * from './csv.ts'
export * from './envelope.ts'
export {
  exportedFillCells,
  exportedFillColumns,
  exportedOrderCells,
  exportedOrderColumns,
} from './export.ts'
export * from './list.ts'
export * from './news.ts'
export * from './notifications.ts'
export {
  deletionReasonLengthMax,
  nicknameOf,
  nicknameRow,
  type ProfileFigures,
  profileRow,
} from './profile.ts'
export * from './rows.ts'
export { captchaFields, WorkProof } from './sign-in.ts'

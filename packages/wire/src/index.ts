/** The front door of the wire. */
export * from './account-rules.ts'
export * from './article-body.ts'
export { bankAccountRow, bankRow, codeTimesRow } from './bank-account.ts'
export * from './calls.ts'
export * from './checksum.ts'
export * from './csv.ts'
export {
  type DeskApproval,
  type DeskAudit,
  type DeskAuditRow,
  type DeskDeposit,
  type DeskDepositRow,
  type DeskMe,
  type DeskOperatorRow,
  type DeskOverview,
  type DeskPerson,
  type DeskQueue,
  type DeskRevealed,
  type DeskRole,
  type DeskStep,
  type DeskWithdrawal,
  type DeskWithdrawalRow,
  deskReasonLengthMax,
  deskReasonLengthMin,
  deskRoles,
  type DepositQueue,
  depositQueues,
  type WithdrawalQueue,
  withdrawalQueues,
} from './desk.ts'
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
export * from './rupiah.ts'
export { captchaFields, WorkProof } from './sign-in.ts'
export * from './xendit.ts'

/** The front door of the wire. */
export * from './account-rules.ts'
export * from './email-address.ts'
export {
  type AddressFamily,
  counterpartiesMax,
  type CounterpartyFigures,
  counterpartyHomeMax,
  type CounterpartyKind,
  type CounterpartyRow,
  counterpartyKinds,
  counterpartyLabelMax,
  counterpartyNameMax,
  counterpartyRow,
} from './address-book.ts'
export {
  accountPurposes,
  type AgreementFigures,
  agreementFields,
  type GivenParticulars,
  givenParticulars,
  type IdentityFigures,
  incomeBands,
  incomeSources,
  type ParticularField,
  particularNames,
  type Particulars,
  particularsBy,
} from './agreement.ts'
export * from './article-body.ts'
export {
  type BankAccountRow,
  bankAccountRow,
  type BankRow,
  bankRow,
  codeTimesRow,
} from './bank-account.ts'
export * from './answers/index.ts'
export * from './calls/call.ts'
export * from './calls/index.ts'
export {
  bitcoinDepositFields,
  type BitcoinDepositRow,
  bitcoinDepositRow,
  type ChainDepositFigures,
  chainDepositFields,
  type ChainDepositNext,
  chainDepositNexts,
  type ChainDepositRow,
  chainDepositRow,
  type ChainDepositWord,
  chainDepositWords,
  chainHeldCauses,
  evmChainIdNames,
  type EvmWireChain,
  evmWireChains,
  type BitcoinAddressFigures,
  type BitcoinAddressRow,
  bitcoinAddressRow,
  type EvmTokenFigures,
  type EvmTokenRow,
  evmTokenRow,
  senderAddressMax,
  senderIdNumberMax,
  senderNameMax,
  type WalletAddressRow,
  type WireChain,
  wireChains,
} from './chain-deposits.ts'
export * from './chain-reserve.ts'
export * from './checksum.ts'
export {
  type ChainDepositDecisionWord,
  type ChainDepositQueue,
  chainDepositDecisions,
  chainDepositQueues,
  type ChainWithdrawalDecisionWord,
  type ChainWithdrawalQueue,
  chainWithdrawalDecisions,
  chainWithdrawalQueues,
  type CustodyVerdict,
  custodyVerdicts,
  type DeskChain,
  type DeskChainDeposit,
  type DeskChainDepositRow,
  type DeskChains,
  type DeskChainWithdrawal,
  type DeskChainWithdrawalRow,
  type DeskCustody,
  type DeskCustodyDifference,
  type DeskCustodyPart,
} from './chain-desk.ts'
export {
  bitcoinWithdrawalFields,
  type BitcoinWithdrawalRow,
  bitcoinWithdrawalRow,
  type ChainWithdrawalFigures,
  chainWithdrawalFields,
  chainWithdrawalNexts,
  type ChainWithdrawalRow,
  chainWithdrawalRow,
  type ChainWithdrawalRules,
  type ChainWithdrawalRulesData,
  chainWithdrawalRulesData,
  type ChainWithdrawalWord,
  chainWithdrawalWords,
} from './chain-withdrawals.ts'
export { countryCodes } from './countries.ts'
export * from './csv.ts'
export * from './desk-bonus.ts'
export * from './desk-content.ts'
export * from './desk-currencies.ts'
export {
  type DeskApproval,
  type DeskAudit,
  type DeskAuditRow,
  type DeskDeposit,
  type DeskDepositRow,
  type DeskMail,
  type DeskMe,
  type DeskPasskey,
  type DeskPasskeys,
  passkeyNameMax,
  type PasskeyOptions,
  type DeskOperatorRow,
  type DeskOverview,
  type DeskPerson,
  type DeskPreview,
  type DepositDecision,
  type DeskProposal,
  type DeskQueue,
  type DeskRevealed,
  type DeskRole,
  type DeskStep,
  type DeskWithdrawal,
  type DeskWithdrawalRow,
  deskReasonLengthMax,
  deskReasonLengthMin,
  deskRoles,
  hasNeededReason,
  depositDecisions,
  type DepositQueue,
  depositQueues,
  type WithdrawalDecision,
  withdrawalDecisions,
  type WithdrawalQueue,
  withdrawalQueues,
} from './desk.ts'
export {
  type ChangeStatus,
  changeStatuses,
  type DeskChangeLine,
  type DeskChangeOutcome,
  type DeskChangePreview,
  type DeskChangeRow,
  type DeskChanges,
  type WireWords,
} from './desk-changes.ts'
export * from './desk-markets.ts'
export {
  type DeskSetting,
  type DeskSettings,
  SetSetting,
  type SettingField,
  settingFields,
  type SettingValue,
} from './desk-settings.ts'
export * from './desk-overview.ts'
export * from './envelope.ts'
export {
  type ErrorCode,
  type ErrorCodeWith,
  type ErrorDefinition,
  type ErrorParam,
  type ErrorParams,
  errors,
  isErrorCode,
  type PlainErrorCode,
  type RequiredParams,
} from './errors/index.ts'
export {
  exportedFillCells,
  exportedFillColumns,
  exportedOrderCells,
  exportedOrderColumns,
  jakartaTime,
} from './export.ts'
export * from './identity-check.ts'
export * from './identity-rules.ts'
export * from './idmeta-words.ts'
export * from './idmeta.ts'
export * from './books.ts'
export * from './kyc.ts'
export * from './kyc-desk.ts'
export * from './list.ts'
export * from './news.ts'
export * from './notifications.ts'
export * from './people.ts'
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
export {
  type StatementCause,
  statementCauses,
  statementCells,
  statementColumns,
  type StatementKind,
  statementKinds,
  type StatementLine,
  statementRow,
  type StatementSums,
  statementSumsRow,
} from './statements.ts'
export {
  HandOnTax,
  type HoldingFigures,
  holdingRow,
  taxCells,
  taxColumns,
  type TaxFigures,
  type TaxKind,
  taxKinds,
  taxNumber,
  taxRow,
  type TaxSumFigures,
  taxSumRow,
  type WithheldKind,
  withheldKinds,
} from './tax.ts'
export {
  type LinkedFigures,
  linkedWithdrawal,
  type LinkedWithdrawalRow,
} from './withdrawal-link.ts'
export * from './xendit.ts'
export * as routes from './routes.ts'
export { rowNumber } from './row-number.ts'

/** The front door of the wire. */
export * from './account-rules.ts'
export * from './email-address.ts'
export {
  type AddressFamily,
  counterpartiesMax,
  type CounterpartyFigures,
  counterpartyHomeMax,
  type CounterpartyKind,
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
  bankAccountRow,
  bankRow,
  codeTimesRow,
} from './bank-account.ts'
export * from './answers/index.ts'
export * from './calls/call.ts'
export * from './calls/index.ts'
export {
  bitcoinDepositFields,
  bitcoinDepositRow,
  type ChainDepositFigures,
  chainDepositFields,
  type ChainDepositNext,
  chainDepositNexts,
  chainDepositRow,
  type ChainDepositWord,
  chainDepositWords,
  chainHeldCauses,
  evmChainIdNames,
  type EvmWireChain,
  evmWireChains,
  type BitcoinAddressFigures,
  bitcoinAddressRow,
  type EvmTokenFigures,
  evmTokenRow,
  senderAddressMax,
  senderIdNumberMax,
  senderNameMax,
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
} from './chain-desk.ts'
export {
  bitcoinWithdrawalFields,
  bitcoinWithdrawalRow,
  type ChainWithdrawalFigures,
  chainWithdrawalFields,
  chainWithdrawalNexts,
  chainWithdrawalRow,
  type ChainWithdrawalRules,
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
  passkeyNameMax,
  type DepositDecision,
  type DeskRole,
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
} from './desk-changes.ts'
export * from './desk-markets.ts'
export {
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
export {
  captchaFields,
  WorkProof,
} from './sign-in.ts'
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
} from './withdrawal-link.ts'
export * from './xendit.ts'
export * as routes from './routes.ts'
export { rowNumber } from './row-number.ts'

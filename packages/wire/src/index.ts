/** The API of the wire package. */
export * from './accounts/password-rules.ts'
export * from './accounts/email-address.ts'
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
} from './wallets/address-book.ts'
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
} from './identity/agreement.ts'
export * from './content/article-body.ts'
export {
  bankAccountRow,
  bankRow,
  codeTimesRow,
} from './wallets/bank-account.ts'
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
} from './wallets/chain-deposits.ts'
export * from './desk/chain-reserve.ts'
export * from './trading/checksum.ts'
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
} from './desk/chain-transfers.ts'
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
} from './wallets/chain-withdrawals.ts'
export { countryCodes } from './identity/countries.ts'
export * from './csv.ts'
export * from './desk/bonus.ts'
export * from './desk/content.ts'
export * from './desk/currencies.ts'
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
} from './desk/desk.ts'
export {
  type ChangeStatus,
  changeStatuses,
} from './desk/changes.ts'
export * from './desk/markets.ts'
export {
  SetSetting,
  type SettingField,
  settingFields,
  type SettingValue,
} from './desk/settings.ts'
export * from './desk/overview.ts'
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
} from './trading/export.ts'
export * from './identity/identity-check.ts'
export * from './identity/identity-rules.ts'
export * from './identity/idmeta-texts.ts'
export * from './identity/idmeta.ts'
export * from './desk/accounting.ts'
export * from './identity/kyc.ts'
export * from './desk/identity-cases.ts'
export * from './list.ts'
export * from './content/news.ts'
export * from './content/notifications.ts'
export * from './desk/people.ts'
export {
  deletionReasonLengthMax,
  nicknameOf,
  nicknameRow,
  type ProfileFigures,
  profileRow,
} from './accounts/profile.ts'
export * from './trading/rows.ts'
export * from './wallets/rupiah.ts'
export {
  captchaFields,
  WorkProof,
} from './accounts/sign-in.ts'
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
} from './records/statements.ts'
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
} from './records/tax.ts'
export {
  type LinkedFigures,
  linkedWithdrawal,
} from './wallets/withdrawal-link.ts'
export * from './wallets/xendit.ts'
export * as routes from './routes.ts'
export { rowNumber } from './row-number.ts'

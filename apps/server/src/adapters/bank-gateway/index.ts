/** The bank gateway: rupiah deposits by invoice, rupiah withdrawals by payout. */
export {
  findCheapest,
  feeOf,
  limitOf,
  type MethodFees,
  methodsAt,
  type PaymentMethod,
  paymentMethods,
} from './methods.ts'
export {
  type BankGatewayDeps,
  createBankGateway,
  createBankTopUp,
  methodsOf,
  openLocalBank,
} from './open.ts'
export type {
  Answer,
  Bank,
  BankGateway,
  CallbackHint,
  CallbackKind,
  Invoice,
  InvoiceState,
  NewInvoice,
  NewPayout,
  Payout,
  PayoutState,
} from './port.ts'
export type { TopUp } from './top-up.ts'
export { createXenditGateway, unreachableCode, type XenditOptions } from './xendit.ts'

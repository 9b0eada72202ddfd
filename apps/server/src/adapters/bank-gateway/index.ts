/** The bank gateway: rupiah in by invoices, rupiah out by payouts. */
export {
  cheapestOf,
  feeOf,
  limitOf,
  type MethodFees,
  methodsAt,
  type PaymentMethod,
  paymentMethods,
} from './methods.ts'
export {
  type BankParts,
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

/** The bank gateway: rupiah in by invoices, rupiah out by payouts. */
export type {
  Answer,
  Bank,
  BankGateway,
  CallbackHint,
  CallbackKind,
  GatewayHealth,
  Invoice,
  InvoiceState,
  NewInvoice,
  NewPayout,
  Payout,
  PayoutState,
} from './port.ts'

/** Typical rows and answers for tables of decisions; each line states its differences. */
import type { Answer, Invoice, Payout } from '../../../../adapters/bank-gateway/index.ts'
import type { Deposit } from '../deposits/deposit.ts'
import { noPause } from '../../machine/request-pause.ts'
import type { Withdrawal } from '../withdrawals/withdrawal-row.ts'

export const nowMs = Date.UTC(2026, 10, 21)
const shared = { cause: null, alarm: null, version: 1, hints: 0, attempts: 0, railId: 101 } as const

const depositReference = 'deposit-1001-00000000-0000-4000-8000-000000000007'

/** A deposit that waits for its payment. */
export const openDeposit: Deposit = {
  ...shared,
  rowId: 7,
  userId: 1_001,
  state: 'pending',
  amount: 15_000_000,
  description: 'deposit',
  reference: depositReference,
  language: 'id',
  decision: null,
  invoiceId: 'inv',
  checkoutUrl: 'https://bank.example/inv',
  expiresAtMs: nowMs + 3_600_000,
  method: null,
  paidAmount: null,
  outsideFact: null,
  refusedCredits: 0,
  suspenseUnits: null,
  rejections: 0,
  createdMs: nowMs - 1_000,
  isOwnerGone: false,
  isAgreed: false,
}

/** The gateway's invoice once it is paid. */
export const invoice: Invoice = {
  invoiceId: 'inv',
  reference: depositReference,
  amount: 150_000,
  currency: 'IDR',
  state: 'paid',
  paidAmount: 150_000,
  paidAtMs: nowMs,
  paymentId: 'pay',
  method: 'BANK_TRANSFER',
  channel: 'BCA',
  checkoutUrl: 'https://bank.example/inv',
  expiresAtMs: nowMs + 3_600_000,
}

/** A withdrawal that was sent some time ago. */
export const sendingWithdrawal: Withdrawal = {
  ...shared,
  rowId: 9,
  userId: 1_001,
  state: 'sending',
  amount: 100_000_000,
  fee: 50_000,
  providerFee: 500_000,
  net: 99_450_000,
  reference: 'withdrawal-9',
  description: 'withdrawal',
  bankCode: 'BCA',
  bankName: 'BCA',
  holderName: 'Sari',
  accountNumber: '1234567890',
  holdId: 3,
  ...noPause,
  isEarly: false,
  frozenUntilMs: null,
  frozenCause: null,
  accountHold: null,
  reviewReason: null,
  approvalsNeeded: 0,
  approvals: 0,
  requestMac: null,
  canceledBy: null,
  sentAtMs: nowMs - 15_000,
  sentCount: 1,
  payoutId: null,
  failureCode: null,
  decision: null,
  isTakenPaid: false,
  poorCount: 0,
  reserved: 99_950_000,
  createdMs: nowMs - 20_000,
  updatedMs: nowMs - 15_000,
  isOwnerGone: false,
}

/** The gateway's payout while it is under way. */
export const payout: Payout = {
  payoutId: 'p',
  reference: 'withdrawal-9',
  amount: 994_500,
  currency: 'IDR',
  state: 'accepted',
  failureCode: null,
  bankCode: 'BCA',
  accountNumber: '1234567890',
  updatedAtMs: nowMs,
}

/** A successful answer of the gateway. */
export function done<T>(value: T): Answer<T> {
  return { status: 'done', value }
}

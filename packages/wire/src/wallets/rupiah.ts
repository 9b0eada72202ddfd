/** Inputs and answers of rupiah deposits and withdrawals (API-51 to API-58, DATA-09, DATA-10). */
import { formatUnits } from '@tukar/money'
import * as z from 'zod/mini'
import { type ListFields, numberField, timeField, wordField } from '../list.ts'
import { amountInput, recordId, shortText } from '../requests.ts'
import type {
  DepositRow,
  HoldRow,
  NextRow,
  RulesData,
  StepRow,
  WithdrawalRow,
} from '../answers/wallets.ts'

/** Limits the request; a text above its own maximum gets its own error. */
const textLengthMax = 2_000
const tokenLengthMax = 100
const text = z.string().check(z.maxLength(textLengthMax))

/** The maximum length of a description. */
export const descriptionLengthMax = 100

/** `depoidr_amount` or `amount` (DEC-100); only the session identifies the payer (ATT-70). */
export const MakeDeposit = z.object({
  depoidr_amount: z.optional(amountInput),
  amount: z.optional(amountInput),
  description: z.optional(z.nullable(text)),
})

/**
 * The saved bank account is always used, whatever is sent (ATT-89). `fee` is the one that the client showed
 * (ATT-90).
 */
export const Withdraw = z.object({
  amount: amountInput,
  otp: z.optional(z.nullable(shortText)),
  /** The name in the calls of other withdrawals (DEC-121). */
  OTP: z.optional(z.nullable(shortText)),
  google_secret: z.optional(z.nullable(shortText)),
  description: z.optional(z.nullable(text)),
  fee: z.optional(z.nullable(amountInput)),
})

export const CancelWithdrawal = z.object({ id: recordId })
export const CancelByLink = z.object({ token: z.string().check(z.maxLength(tokenLengthMax)) })

/** The states of a deposit's timeline. */
export const depositStates = [
  'created',
  'pending',
  'paid',
  'credited',
  'expired',
  'quarantined',
  'reversed',
] as const
export type DepositState = (typeof depositStates)[number]

/** The states of a withdrawal's timeline. */
export const withdrawalStates = [
  'requested',
  'held',
  'waiting',
  'approved',
  'sending',
  'unknown',
  'sent',
  'completed',
  'failed',
  'canceled',
  'refused',
  'reversed',
] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** Why a withdrawal waits: `cause` of the state `waiting`. */
export const waitingCauses = [
  'security_hold',
  'new_device',
  'new_receiver',
  'review',
  'name_mismatch',
  'gateway_balance',
  'account_suspended',
  'account_held',
] as const
export type WaitingCause = (typeof waitingCauses)[number]

/** `what` of `next`: the next step and who does it. `at` is null if the time is unknown. */
export const depositNexts = ['gateway', 'pay', 'credit', 'review'] as const
export const withdrawalNexts = [
  'hold_ends',
  'hold_ends_review',
  'review',
  'send',
  'gateway_balance',
  'arrive',
] as const

/** The wire status of a deposit (IDRD-05). */
export const depositWords = {
  created: 'PENDING',
  pending: 'PENDING',
  paid: 'PAID',
  credited: 'PAID',
  expired: 'EXPIRED',
  quarantined: 'PENDING',
  reversed: 'EXPIRED',
} as const satisfies Record<DepositState, string>

/** The wire status of a withdrawal (IDRW-06). */
export const withdrawalWords = {
  requested: 'PENDING',
  held: 'PENDING',
  waiting: 'PENDING',
  approved: 'PENDING',
  sending: 'PENDING',
  unknown: 'PENDING',
  sent: 'PENDING',
  completed: 'COMPLETED',
  failed: 'FAILED',
  canceled: 'CANCEL',
  refused: 'FAILED',
  reversed: 'FAILED',
} as const satisfies Record<WithdrawalState, string>

/** The fields by which the list of deposits can be sorted and filtered. */
export const depositFields: ListFields = {
  id: numberField('depositId'),
  created_at: timeField('createdMs'),
  depoidr_status: wordField('status', { PENDING: 'PENDING', PAID: 'PAID', EXPIRED: 'EXPIRED' }),
}

/** The fields by which the list of withdrawals can be sorted and filtered. */
export const withdrawalFields: ListFields = {
  id: numberField('withdrawalId'),
  created_at: timeField('createdMs'),
  wdidr_status: wordField('status', {
    PENDING: 'PENDING',
    COMPLETED: 'COMPLETED',
    FAILED: 'FAILED',
    CANCEL: 'CANCEL',
  }),
}

const decimals = 2

/** Formats units of rupiah for the wire: "150000.00". */
export function rupiahText(units: number): string {
  return formatUnits(units, decimals)
}

export type StepFigures = {
  readonly atMs: number
  readonly state: string
  readonly cause: string | null
  /** The operator's reason of a rejection, as the user sees it. */
  readonly reason?: string | undefined
}
export type NextFigures = { readonly what: string; readonly atMs: number | null }

function toTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

/** A step as its row. */
export function stepRow({ atMs, state, cause, reason }: StepFigures): StepRow {
  const row = { at: toTime(atMs), state, cause }
  return reason === undefined ? row : { ...row, reason }
}

/** The next step as its row. */
export function nextRow(next: NextFigures | null): NextRow {
  if (next === null) return null
  return { what: next.what, at: next.atMs === null ? null : toTime(next.atMs) }
}

/** A hold as its row. */
export function holdRow(
  hold: { readonly untilMs: number; readonly cause: string } | null,
): HoldRow {
  return hold === null ? null : { until: toTime(hold.untilMs), cause: hold.cause }
}

export type DepositFigures = {
  readonly depositId: number
  readonly createdMs: number
  readonly state: DepositState
  /** In units. */
  readonly amount: number
  readonly description: string
  readonly reference: string
  readonly invoice: {
    readonly invoiceId: string
    readonly checkoutUrl: string
    readonly expiresAtMs: number
  } | null
  readonly hasFile: boolean
  readonly steps: readonly StepFigures[]
  readonly next: NextFigures | null
}

/** A deposit as its row. */
export function depositRow(deposit: DepositFigures): DepositRow {
  const { invoice, reference } = deposit
  return {
    id: deposit.depositId,
    created_at: toTime(deposit.createdMs),
    depoidr_status: depositWords[deposit.state],
    depoidr_amount: rupiahText(deposit.amount),
    description: deposit.description,
    expires_at: invoice === null ? null : toTime(invoice.expiresAtMs),
    has_file: deposit.hasFile,
    xendit_response:
      invoice === null
        ? null
        : {
            id: invoice.invoiceId,
            external_id: reference,
            invoice_url: invoice.checkoutUrl,
            expiry_date: toTime(invoice.expiresAtMs),
          },
    steps: deposit.steps.map(stepRow),
    next: nextRow(deposit.next),
  }
}

export type WithdrawalFigures = {
  readonly withdrawalId: number
  readonly createdMs: number
  readonly state: WithdrawalState
  /** In units: the debit, the sum of both fees, and the received amount. */
  readonly amount: number
  readonly fees: number
  readonly net: number
  readonly bank: {
    readonly bankName: string
    readonly holderName: string
    readonly accountNumber: string
  }
  readonly canCancel: boolean
  readonly steps: readonly StepFigures[]
  readonly next: NextFigures | null
}

/** A withdrawal as its row. */
export function withdrawalRow(withdrawal: WithdrawalFigures): WithdrawalRow {
  const { bankName, holderName, accountNumber } = withdrawal.bank
  return {
    id: withdrawal.withdrawalId,
    created_at: toTime(withdrawal.createdMs),
    wdidr_amount: rupiahText(withdrawal.amount),
    wdidr_fee: rupiahText(withdrawal.fees),
    wdidr_net: rupiahText(withdrawal.net),
    wdidr_status: withdrawalWords[withdrawal.state],
    bank: { name: bankName, ac_name: holderName, ac_number: accountNumber },
    can_cancel: withdrawal.canCancel,
    steps: withdrawal.steps.map(stepRow),
    next: nextRow(withdrawal.next),
  }
}

export type PayMethod = {
  readonly code: string
  readonly kind: 'va' | 'qris' | 'ewallet' | 'card'
  readonly name: string
  /** Whole rupiah; the share in hundredths of a percent. No fee from `freeFrom` on; null: never free. */
  readonly min: number
  readonly max: number
  readonly feeFixed: number
  readonly feeBasisPoints: number
  readonly freeFrom: number | null
}

export type RulesFigures = {
  readonly deposit: { readonly min: number; readonly max: number }
  readonly withdraw: {
    readonly min: number
    readonly max: number
    readonly dailyLimit: number
    readonly dailyUsed: number
    readonly feePpm: number
    readonly providerFee: number
    readonly reviewFrom: number
    readonly hold: { readonly untilMs: number; readonly cause: string } | null
  }
  readonly methods: readonly PayMethod[]
  readonly gateway: 'ok' | 'slow' | 'down'
  readonly hasTwoFactor: boolean
}

/** A rate in parts per million as percent: 500 is "0.05". */
function percentText(ratePpm: number): string {
  return formatUnits(ratePpm, 4).replace(/0{1,2}$/, '')
}

function wholeText(rupiah: number): string {
  return `${formatUnits(rupiah, 0)}.00`
}

/** The rules as data of the wire. */
export function rulesData(rules: RulesFigures): RulesData {
  const { deposit, withdraw, methods, gateway, hasTwoFactor } = rules
  return {
    deposit: { min: rupiahText(deposit.min), max: rupiahText(deposit.max) },
    withdraw: {
      min: rupiahText(withdraw.min),
      max: rupiahText(withdraw.max),
      daily_limit: rupiahText(withdraw.dailyLimit),
      daily_used: rupiahText(withdraw.dailyUsed),
      fee_percent: percentText(withdraw.feePpm),
      provider_fee: rupiahText(withdraw.providerFee),
      review_from: rupiahText(withdraw.reviewFrom),
      hold: holdRow(withdraw.hold),
    },
    methods: methods.map((method) => ({
      code: method.code,
      kind: method.kind,
      name: method.name,
      min: wholeText(method.min),
      max: wholeText(method.max),
      fee_fixed: wholeText(method.feeFixed),
      fee_percent: formatUnits(method.feeBasisPoints, 2),
      free_from: method.freeFrom === null ? null : wholeText(method.freeFrom),
    })),
    gateway,
    two_factor: hasTwoFactor,
  }
}
